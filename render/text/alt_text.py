"""Alternative texts of pictures: from the same view and marks, at most 1,024 characters, the newest first."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from game.actions import LayTile
from game.names import company_name
from game.rules import Rules
from game.state import Company, Hex, Player
from render.data import queries
from render.data.bank_card import bank_card, bank_parts
from render.data.card_data import Card, Dividend
from render.data.choice_names import choice_name
from render.data.company_card import company_card
from render.data.marks import NONE, Marks
from render.data.names import end_words, round_label
from render.data.overview import everything
from render.data.player_card import player_card
from render.data.queries import View, place_name
from render.data.run_paths import face_of
from render.data.run_values import bonus_name, earned_beside, paid_parts, sum_words, together_words
from render.data.tile_pages import count_tiles, tile_pages
from render.text.directions import toward
from render.text.labels import lay_words, stop_names
from render.text.market_text import around_words, cell_words
from render.text.reach_words import reached_words, to_build_words

LONGEST = 1024
NAMED = 10  # places where a tile may be laid that are said one by one
FEW, MOST = 3, 12  # of what is outlined: up to how many the ways of track are told too, and how many are told at most
ABSENT = {
    ("rusts with", "never"): "never rusts",
    ("trains", "–"): "no train",
}  # cells of a table that are said otherwise


def short(sentences: Iterable[str], rest: str = "", longest: int = LONGEST) -> str:
    """As many sentences as an alternative text may hold, or so many characters, the last one cut if it must be. `rest`: where
    all of it is read.
    """
    every = [sentence for sentence in sentences if sentence]
    whole = " ".join(every).strip()
    if len(whole) <= longest:
        return whole
    room, out = longest - (len(rest) + 1 if rest else 0), ""
    for sentence in every:
        if len(out) + 1 + len(sentence) > room:
            begun = sentence[: max(0, room - len(out) - 2)]
            out = f"{out} {begun}…".strip() if len(begun) > 20 else f"{out[: room - 2]} …"
            break
        out = f"{out} {sentence}".strip()
    return f"{out} {rest}".strip()


def _head(view: View, rules: Rules, what: str) -> str:
    return f"{what} of {queries.title_name(rules.data)}, {round_label(view.round) or 'start'}, phase {view.phase}."


def _begin(rules: Rules, company: Company) -> str:
    """A company at the beginning of a sentence: `CoG`, `Minor 3`."""
    called = company_name(rules, company)
    return f"{called[:1].upper()}{called[1:]}"


def acting_names(view: View, asked: Sequence[str] | None) -> list[str]:
    """Who must act: those who are `asked`, or, where nobody says who is, whoever acts in that view."""
    return [n for n in ([queries.acting_player(view)] if asked is None else asked) if n]


def acting_words(view: View, rules: Rules, asked: Sequence[str] | None) -> str:
    """Who acts, and in whose turn, or why the game is over: `ann runs CoG`, `ann to act`; "" where nobody acts."""
    if view.over:
        return f"Game over: {end_words(view.over)}"
    company, names = queries.acting_company(view), acting_names(view, asked)
    if not names:
        return ""
    if company and names == [view.companies[company].president]:
        return f"{rules.person(names[0])} runs {company}"
    return f"{' and '.join(map(rules.person, names))} to act{f' in the turn of {company}' if company else ''}"


def alt_map(
    view: View,
    rules: Rules,
    marks: Marks = NONE,
    asked: Sequence[str] | None = None,
    part: Collection[Hex] = (),
    where: str = "",
) -> str:
    """What is new on the map, who acts, where the stations are, what is built.

    `asked`: who must act, by name; None: as the view says. `part`: the hexes that are shown, if not all. `where`: where they lie.
    """
    shown = part or rules.data.hexes
    head = (
        f"{queries.title_name(rules.data)}: the {where}."
        if where
        else _head(view, rules, _extent(rules, part, marks.focus or marks.about or ()))
    )
    sentences = [head]
    company = queries.acting_company(view)
    names = acting_names(view, asked)
    if marks.network:
        sentences.append(f"{reached_words(view, rules, marks)}.")
    elif view.over:
        sentences.append("The game is over.")
    elif names:
        whose = f" for {company_name(rules, company)}" if company else ""
        sentences.append(f"{' and '.join(map(rules.person, names))} to act{whose}.")
    new = [(n, what) for n, what in enumerate(marks.order, 1) if what.partition(".")[0] in shown]
    if marks.plans:
        sentences += [f"To build, number {n}: {to_build_words(view, rules, what)}." for n, what in new]
    else:
        sentences += [f"New, number {n}: {_change(view, rules, what)}." for n, what in new]
    outlined = [what for what in (*marks.hexes, *marks.slots) if what.partition(".")[0] in shown]
    if marks.possible:
        sentences += [f"Only possible: {_change(view, rules, what)}." for what in outlined]
    elif outlined and not marks.order:
        said = [_change(view, rules, what, ways=len(outlined) <= FEW) for what in outlined[-MOST:]]
        sentences.append(f"Outlined: {'; '.join([*said, *(['others'] if len(outlined) > MOST else [])])}.")
    sentences += _buildable_words(rules, [h for h in marks.buildable if h in shown])
    ran = [r for r in marks.runs if any(s.partition(".")[0] in shown for s in r.stops)]
    if ran:
        runs = ", ".join(
            f"{name} {stop_names(r.stops, rules)} {rules.data.money(r.revenue)}"
            for r in ran
            for name in [rules.data.train_called(queries.face(view, r.train))]
        )
        sentences.append(f"{_begin(rules, marks.runner)} {'would run' if marks.possible else 'ran'}: {runs}.")
    for name in view.companies:
        slots = [s for s, c in sorted(view.tokens.items()) if c == name and s.partition(".")[0] in shown]
        if slots:
            places = ", ".join(queries.place_name(rules, s) for s in slots)
            sentences.append(f"{_begin(rules, name)} in {places}.")
    if homes := _homes_words(view, rules, shown):
        sentences.append(homes)
    built: dict[str, list[str]] = {}
    for hex_id, laid in sorted(view.tiles.items()):
        if hex_id in shown:
            built.setdefault(rules.data.tiles[laid.tile].colour, []).append(
                f"{hex_id} {rules.data.tile_number(laid.tile)}"
            )
    sentences += [f"{colour.capitalize()} tiles: {', '.join(items)}." for colour, items in built.items()]
    return short(sentences, "All of it: /view describe what:map.")


def _buildable_words(rules: Rules, hexes: Sequence[Hex]) -> list[str]:
    """Where a tile may be laid, places with names first; of many the first and how many more there are. Nothing for none."""
    places = [queries.place_name(rules, h) for h in sorted(hexes, key=lambda h: not rules.data.hexes[h].name)]
    more = [f"{len(places) - NAMED} more"] if len(places) > NAMED else []
    return [f"A tile may be laid in {', '.join([*places[:NAMED], *more])}."] if places else []


def _homes_words(view: View, rules: Rules, shown: Collection[Hex]) -> str:
    """`Homes: CoG in Macon (F6).` of the companies that have no station yet, as the map shows them; "" where there is none."""
    homes = [
        f"{company_name(rules, c)} in {place_name(rules, h)}"
        for c in view.companies
        if queries.home_open(view, rules, c)
        for h in dict.fromkeys(home.partition(".")[0] for home in rules.data.companies[c].home)
        if h in shown
    ]
    return f"Homes: {', '.join(homes)}." if homes else ""


def _extent(rules: Rules, part: Collection[Hex], about: Collection[Hex]) -> str:
    """`Map`, or `Part of the map around Macon, D3 to H8,`: of the hexes that it is `about` the one in the midst of them; of many,
    or of all, one with a name.
    """
    hexes = [h for i, h in rules.data.hexes.items() if i in part]
    if not hexes or len(hexes) == len(rules.data.hexes):
        return "Map"
    meant = [h for h in hexes if h.id in about] or hexes
    across, down = (sum(at) / len(meant) for at in zip(*((h.x, h.y) for h in meant), strict=True))
    named = [h for h in meant if h.name] or meant
    middle = min(named, key=lambda h: (not h.print.cities, (h.x - across) ** 2 + (h.y - down) ** 2))
    letters = sorted({h.id.rstrip("0123456789") for h in hexes}, key=lambda text: (len(text), text))
    numbers = sorted(int(h.id.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")) for h in hexes)
    corners = f", {letters[0]}{numbers[0]} to {letters[-1]}{numbers[-1]}," if len(hexes) > 1 else ""
    return f"Part of the map around {middle.name or middle.id}{corners}"


def _change(view: View, rules: Rules, what: str, *, ways: bool = True) -> str:
    """What lies or stands there now: `tile 7 on K6, to J5 and K4`, `minor 3's station in Paris (A10)`; `ways`: where its track
    leads.
    """
    if "." in what:
        owner = company_name(rules, view.tokens.get(what, "a company"))
        return f"{owner}'s station in {queries.place_name(rules, what)}"
    laid = view.tiles.get(what)
    if laid is None:
        return queries.place_name(rules, what)
    leads = toward(rules, what, face_of(view, rules, what)) if ways else ""
    return (
        f"tile {rules.data.tile_number(laid.tile)} on {queries.place_name(rules, what)}{f', {leads}' if leads else ''}"
    )


def alt_market(view: View, rules: Rules, marks: Marks = NONE) -> str:
    """Prices in order of operation, with what moved; then what lies round each, where its marker may move next."""
    sentences = [_head(view, rules, "Stock market")]
    moved = {m.company: m.old for m in marks.moves}
    for place, company in enumerate(queries.operating_order(view, rules), 1):
        old = moved.get(company)
        was = f", was {rules.data.money(rules.data.cell(old).price)}" if old else ", new" if old == "" else ""
        sentences.append(f"{place}. {company} {rules.data.money(queries.price(view, rules, company))}{was}.")
    piles = ((at, pile) for at, pile in view.market.items() if pile)
    sentences += [f"Beside {' and '.join(pile)}: {around_words(rules, at)}." for at, pile in piles]
    return short([*sentences, *cell_words(rules)])


def _card(view: View, rules: Rules, card: Card, what: str) -> str:
    sentences = [_head(view, rules, what)]
    sentences += [f"{name}: {value}." for name, value in card.facts]
    if card.bar:
        sentences.append("Shares: " + ", ".join(f"{who} {percent}%" for who, _, percent in card.split) + ".")
    sentences += [_row_words(table.heads, row) for table in card.tables for row in table.rows]
    return short(sentences, "All of it: /view table form:text." if what.startswith("Table") else "")


def _row_words(heads: Sequence[str], row: Sequence[str]) -> str:
    """A row of a table: `3: price $180, left × 3, rusts with 6.`; nothing of cells that are empty or say its name again."""
    told = [(h, c) for h, c in zip(heads[1:], row[1:], strict=True) if c and c != row[0]]
    cells = [ABSENT.get((h, c), f"{h} {c}".strip()) for h, c in told if c != "–" or (h, c) in ABSENT]
    if row[0].startswith("×") and cells:  # several of one name
        return f"{', '.join([f'{cells[0]} {row[0]}', *cells[1:]])}."
    return f"{row[0]}: {', '.join(cells) or 'nothing'}."


def alt_company(
    view: View, rules: Rules, company: Company, history: Sequence[Dividend] = (), closing: Sequence[str] = ()
) -> str:
    """`history`, `closing`: as of its card."""
    card = company_card(view, rules, company, history, closing)
    return _card(view, rules, card, f"Card of {company_name(rules, company)}")


def alt_player(view: View, rules: Rules, player: Player) -> str:
    return _card(view, rules, player_card(view, rules, player), f"Card of {rules.person(player)}")


def alt_bank(view: View, rules: Rules) -> str:
    return _card(view, rules, bank_card(view, rules), "The bank")


def alt_bank_parts(view: View, rules: Rules) -> list[str]:
    """For the pictures of the parts of the bank's card."""
    return [_card(view, rules, card, card.title) for card in bank_parts(view, rules)]


def alt_table(
    view: View,
    rules: Rules,
    worth: Mapping[Player, int] | None = None,
    before: Mapping[Player, int] | None = None,
) -> tuple[str, str]:
    """For the two pictures of the table of everything."""
    players, companies = everything(view, rules, worth, before)
    return (
        _card(view, rules, Card("", tables=(players,)), "Table of the players"),
        _card(view, rules, Card("", tables=(companies,)), "Table of the companies"),
    )


def alt_tiles(view: View, rules: Rules) -> list[str]:
    """For each picture of tiles: their colours, and how many are left of each."""

    def said(colour: str, names: Sequence[str]) -> str:
        counts = (f"{rules.data.tile_number(n)} ×{count_tiles(view.supply, n, rules)}" for n in names)
        return f"{colour.capitalize()}: {', '.join(counts)}."

    head = _head(view, rules, "Tiles left")
    return [short([head, *(said(colour, names) for colour, names in page)]) for page in tile_pages(rules)]


def alt_preview(view: View, rules: Rules, lays: Sequence[LayTile]) -> str:
    """What each variant is and where it leads; what it costs stands on its button."""
    sentences = [_head(view, rules, "Preview")]
    sentences += [f"{i}: {lay_words(lay, view, rules, {'cost'})}." for i, lay in enumerate(lays, 1)]
    return short(sentences)


def alt_places(view: View, rules: Rules, places: Sequence[str], *, lettered: bool = False) -> str:
    """Where something may be built: `1: Macon (E9), white, city. 2: ...`; `lettered`: A, B in place of the numbers."""
    sentences = [_head(view, rules, "Places to choose from")]
    sentences += [f"{choice_name(i, lettered=lettered)}: {place_name(rules, p)}." for i, p in enumerate(places, 1)]
    return short(sentences)


def alt_ways(view: View, rules: Rules, ways: Sequence[Marks], first: int = 1) -> str:
    """Ways for a company's trains to run, numbered from `first` on: with what each stop pays, if there is room for that."""
    said = ""
    for sums in (True, False):
        each = [alt_runs(view, rules, marks, sums=sums) for marks in ways]
        said = " ".join(f"{n}: {words}" for n, words in enumerate(each, first))
        if len(said) <= LONGEST:
            break
    return said


def alt_runs(view: View, rules: Rules, marks: Marks, *, sums: bool = True) -> str:
    """What each train earns, and where it goes; `sums`: with what each stop pays, as far as the board still tells."""
    each = []
    for r in marks.runs:
        told = sums and bool(paid_parts(view, rules, r, marks.runner))
        beside = bonus_name(view, rules, r, marks.runner) if earned_beside(view, rules, r) > 0 and not told else ""
        earned = f"{rules.data.money(r.revenue)}{f' with {beside}' if beside else ''}"
        way = sum_words(view, rules, r, marks.runner)[0] if told else stop_names(r.stops, rules)
        each.append(f"{rules.data.train_called(queries.face(view, r.train))} earns {earned}: {way}")
    if marks.together:
        total = sum(r.revenue for r in marks.runs) + marks.together
        each.append(f"{together_words(rules, marks.together)}: {rules.data.money(total)} in all")
    return "; ".join(each)
