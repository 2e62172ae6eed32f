"""Passes that the bot makes for who asked for it, in stock rounds and auctions: when they are made, what ends them, who knows."""

from __future__ import annotations

import re

import pytest
from msgspec import structs

from bot.commands.standing_orders import LEFT, close_ended_answers
from bot.model.orders.auto_buy import BuyOrder
from bot.model.orders.auto_pass import PassOrder
from bot.storage.repositories import orders
from bot.views.press_verbs import WAIT_LABEL
from bot.views.story.move_browser import collect_log
from game.actions import BuyShare, Pass, SellShares
from game.events import ParSet, PresidentChanged, RoundBegan, SharesBought, SharesSold
from game.play import Game
from render.data.names import round_name
from tests.support.discord_world import answer, custom_id, labels, press, press_more, said, words, world
from tests.support.golden_positions import golden_position
from tests.support.prepared_games import midgame

FOR_ME = "Pass for me…"


@pytest.fixture
async def w(tmp_path):
    async with world(tmp_path, ("Ann", "Bob", "Cid", "Eve")) as made:
        yield made


def trading(g: Game) -> bool:
    """Whether a stock round has just begun, and the first may buy, or sell what somebody else has shares of too."""
    found = [a for p in g.deciders() for c in g.choices(p) for a in c]
    sold = {a.company for a in found if isinstance(a, SellShares)}
    others = set(g.state.order) - set(g.deciders())
    theirs = {card.partition(".")[0] for card, place in g.state.place.items() if place in others}
    fresh = any(isinstance(e, RoundBegan) for e in g.events)
    return fresh and bool(sold & theirs) and any(isinstance(a, BuyShare) for a in found)


@pytest.fixture
async def thread(w):
    return await midgame(w, trading)


async def line(w, thread, count):
    """The last moves: who, what, how it came about."""
    return [(m.seat.title(), type(m.action), m.via) for m in await (await w.game(thread)).history(limit=count)]


def named(w, person):
    return next(n for n, p in w.people.items() if p is person)


async def test_who_opened_the_question_by_mistake_has_a_way_out(w, thread):
    """Until when to pass was asked with buttons that all pass."""
    _, second, _ = await w.in_turn(thread)
    shown = await press_more(second, await w.asking(thread), FOR_ME)
    assert labels(answer(shown))[-1] == "Cancel"
    left = await second.click(answer(shown), label="Cancel")
    assert "Nothing has changed" in said(left)
    assert labels(answer(left)) == []
    assert "I pass" not in said(await second.slash(thread, "auto show"))


async def test_the_bot_passes_in_its_turn_and_the_table_is_told_once(w, thread):
    first, second, third = await w.in_turn(thread)
    assert FOR_ME in labels(answer(await w["Ann"].click(await w.asking(thread), label="Market, more")))
    shown = await press_more(second, await w.asking(thread), FOR_ME)
    told = said(await second.click(answer(shown), label="The whole round"))
    assert "I pass for you in stock round" in told
    assert "whatever happens" in told
    before = len(w.posts(thread))
    await first.slash(thread, "play pass")
    assert await line(w, thread, 2) == [(named(w, first), Pass, "slash"), (named(w, second), Pass, "auto")]
    assert await w.actor(thread) is third
    assert len(w.posts(thread)) == before + 1, "one post for both"
    assert f"• {named(w, second).lower()} passes (by the bot)." in w.posts(thread)[-2].lower(), (
        "the panel before tells of it"
    )
    by_hand, by_bot = said(await second.slash(thread, "view log")).splitlines()[-2:]
    assert by_bot.lower().endswith(f"{named(w, second).lower()} passes (by the bot).")
    assert by_hand.lower().endswith(f"{named(w, first).lower()} passes.")
    written = await collect_log(await w.game(thread))
    assert written.splitlines()[-1].lower().endswith(f"{named(w, second).lower()} passes (by the bot).")
    pinged = [r.json["allowed_mentions"]["users"] for r in w.sent("POST") if "allowed_mentions" in (r.json or {})]
    assert pinged[-1] == [third.id]


async def test_it_begins_at_once_and_ends_with_the_round(w, thread):
    people = await w.in_turn(thread)
    now = (await w.game(thread)).position.round
    question, panel = [answer(await press_more(people[0], await w.asking(thread), FOR_ME)) for _ in range(2)]
    panel = answer(await people[0].click(panel, label="The whole round"))
    stop = custom_id(panel, "Stop")
    await people[0].slash(thread, "auto off")
    for person in people:
        shown = said(await person.slash(thread, "auto pass", until="round"))
        assert ("Only you see this" in shown) is (person is not people[-1])
    assert f"{round_name(now)} is over, so I have stopped" in shown
    table = await w.game(thread)
    assert table.position.round != now, "all have passed, the round is over"
    assert {via for _, _, via in await line(w, thread, 3)} == {"panel", "slash"}, "each in an own turn"
    assert "Nothing." in said(await people[0].slash(thread, "auto show")), "not in the next one"
    assert "not doing that" in said(await people[0].slash(thread, "auto off")), "nothing was on"
    for old in (custom_id(question, labels(question)[0]), stop):
        pressed = await press(w, people[0], question, old)
        assert f"{round_name(now)} is over. Nothing has changed." in said(pressed), "it passed in the next round"
        assert labels(answer(pressed)) == [], "and kept its buttons"


async def test_elsewhere_nobody_passes_by_the_bot(w):
    thread = await midgame(w, lambda g: g.state.round.startswith("OR"))
    assert "only pass for you in a stock round or an auction" in said(await w["Ann"].slash(thread, "auto pass"))
    assert FOR_ME not in labels(answer(await w["Ann"].click(await w.asking(thread), label="Market, more")))


@pytest.mark.parametrize(("until", "goes_on"), [("sale", False), ("start", False), ("round", True)])
async def test_somebody_who_sells_what_i_own_wakes_me(w, thread, until, goes_on):
    first, second, third = await w.in_turn(thread)
    table = await w.game(thread)
    state = await table.view(None)
    sales = [a for c in table.choices(named(w, first).lower()) for a in c.actions if isinstance(a, SellShares)]
    owned = {(place, card.partition(".")[0]) for card, place in state.place.items()}
    sale, other = next((a, p) for a in sales for p in (second, third) if (named(w, p).lower(), a.company) in owned)
    await other.slash(thread, "auto pass", until=until)
    await first.slash(thread, "play sell", what=sale.company, count=sale.shares)
    (found,) = await orders.load_orders(w.store, table.id, PassOrder)
    assert (found.stopped == "") is goes_on
    if not goes_on:
        assert f"{named(w, first)} sold shares of {sale.company}" in said(await other.slash(thread, "auto show"))


def waiting(g: Game) -> bool:
    """Whether whoever is asked in a stock round can buy nothing, and the next one can."""
    if not g.state.round.startswith("SR"):
        return False
    choices, step = g.choices(g.deciders()[0]), g.state.agenda[-1]
    kinds = {c.kind for c in choices}
    return Pass in kinds and kinds <= {Pass, SellShares} and not getattr(step, "deeds", "")


async def test_one_press_passes_for_who_can_buy_nothing_until_others_sell(w):
    """“Sell shares, or pass” came two or three times in a round, with the same advice."""
    thread = await midgame(w, waiting)
    poor, *others = await w.in_turn(thread)
    table, panel = await w.game(thread), await w.asking(thread)
    assert FOR_ME not in labels(panel)
    pressed = custom_id(panel, WAIT_LABEL)
    assert "until the round ends, or somebody starts a company, sells shares or buys" in said(
        await poor.click(panel, label=WAIT_LABEL)
    )
    assert (await line(w, thread, 1)) == [(named(w, poor), Pass, "panel")], "that is the pass of this turn"
    order = next(o for o in await orders.load_orders(w.store, table.id, PassOrder))
    seat = order.seat
    bought = SharesBought(named(w, others[0]).lower(), "GA", 1, "ipo", 60)
    places = (await table.view(None)).place
    theirs = {card.partition(".")[0] for card, place in places.items() if place == seat}
    foreign = next(c for c in table.rules.data.companies if c not in theirs)
    view = await table.view(None)
    led = next((c for c, known in view.companies.items() if known.president == seat), "")
    for event, why in (
        (SharesSold(bought.who, foreign, 1, 60), f"sold shares of {foreign}"),
        # A purchase lets nobody buy who could not: the next press had ended it, and it had saved nothing.
        (structs.replace(bought, company=foreign), ""),
        *([(structs.replace(bought, company=led), f"bought shares of {led}")] if led else []),
        (PresidentChanged("GA", seat, bought.who), "leads GA now"),
        (SharesSold(bought.who, "GA", 1, 60), "sold shares of GA"),
        (ParSet(bought.who, "GA", 60), "started GA"),
    ):
        assert order.why_stopped([event], await table.view(None)) == (f"{bought.who} {why}" if why else "")
    while (await w.game(thread)).position.round == order.round:
        await (await w.actor(thread)).slash(thread, "play pass")
    told = said(await press(w, poor, panel, pressed))
    assert f"{round_name(order.round)} is over. Nothing has changed." in told, "an old press passes in no other round"


@pytest.mark.parametrize(
    ("number", "waits", "why"),
    [
        (25, "ann", "bob started BR"),
        (27, "ann", "bob started NWR"),
        (35, "bob", "ann started DHR"),
        (39, "bob", ""),
        (41, "bob", "ann leads EBR now"),
    ],
)
def test_a_first_purchase_is_a_start_where_no_par_price_is_set(number, waits, why):
    """18 India: *until others start* went on past every start."""
    g = golden_position("18India-preset", number)
    order = PassOrder(seat=waits, round=g.state.round, until="start")
    assert order.why_stopped(g.events, g.state) == why


def test_a_purchase_of_what_has_floated_is_no_start():
    """18 India: whoever bought a first share of a company that nobody owned was said to start it, rounds after it had floated."""
    g = golden_position("18India-price", 378)
    assert any(isinstance(e, SharesBought) and (e.who, e.company) == ("bob", "PNS") for e in g.events)
    assert PassOrder(seat="cid", round=g.state.round, until="start").why_stopped(g.events, g.state) == ""


async def test_nobody_else_hears_of_it_and_it_can_be_switched_off(w, thread):
    first, second, _ = await w.in_turn(thread)
    posts = w.posts(thread)
    await second.slash(thread, "auto pass")
    assert w.posts(thread) == posts
    assert "Nothing." in said(await first.slash(thread, "auto show"))
    assert "Stopped: passes" in said(await second.slash(thread, "auto off"))
    assert "not doing that for you" in said(await second.slash(thread, "auto off"))
    await first.slash(thread, "play pass")
    assert await w.actor(thread) is second
    assert "no seat" in said(await w["Eve"].slash(thread, "auto pass"))


async def test_ones_own_move_comes_back_with_the_passes_after_it(w, thread):
    first, second, third = await w.in_turn(thread)
    for person in (second, third):
        await person.slash(thread, "auto pass", until="round")
    table = await w.game(thread)
    start = table.position.move
    buy = next(a for c in table.choices(named(w, first).lower()) for a in c.actions if isinstance(a, BuyShare))
    await first.slash(thread, "play buy", what=buy.company, source=buy.source)
    while (
        await w.actor(thread) is first and table.position.step == "stock" and (await line(w, thread, 1))[0][2] != "auto"
    ):
        await first.slash(thread, "play pass")
    assert (await line(w, thread, 1))[0][2] == "auto"
    asked = said(await press_more(first, await w.asking(thread), "Undo…"))
    assert "** and what the bot played after it." in asked
    while (await w.game(thread)).position.move != start:
        assert "Taken back" in said(await first.slash(thread, "undo")), "nobody needs to be asked"
    assert await w.actor(thread) is first
    assert "takes back 1 step and what the bot played after it: " in " ".join(w.posts(thread))


async def test_a_stop_of_the_bot_loses_no_wish_and_a_pause_stills_it(w, thread):
    first, second, third = await w.in_turn(thread)
    await second.slash(thread, "auto pass", until="round")
    await w.restart()
    await w["Ann"].slash(thread, "host pause")
    await first.slash(thread, "play pass")
    assert await w.actor(thread) is second, "a paused table waits"
    assert "I wait" in said(await second.slash(thread, "auto show"))
    await w["Ann"].slash(thread, "host resume")
    assert await w.actor(thread) is third


@pytest.fixture
async def auction(w):
    return await w.table(("Ann", "Bob", "Cid"), title="18EU")


async def test_nothing_is_passed_on_before_it_is_put_up(w, auction):
    assert "as soon as something is" in said(await (await w.actor(auction)).slash(auction, "auto pass"))


async def test_while_a_lot_gets_cheaper_one_order_passes_until_it_is_sold(w, auction):
    """18EU 4.2.1: from £100 down to £10, each price asks everybody anew."""
    first, second, third = await w.in_turn(auction)
    await first.slash(auction, "play bid", on="14", price=0)
    assert labels(w.last(auction)) == ["Take my turn", "Bid £100", "Pass", "Map", "Market, more"]
    for person in (second, third):
        shown = answer(await press_more(person, await w.asking(auction), FOR_ME))
        assert labels(shown) == ["Until somebody else bids", "Until it is sold", "Bid for me…", "Cancel"]
        assert "If nobody bids and the price falls, I go on passing." in words(shown)
        assert "Want minor 14 after all, for less?" in words(shown)
        assert "• *Until somebody else bids*, or until minor 14 is sold\n" in words(shown), "the same words twice"
        told = await person.click(shown, label="Until somebody else bids")
        assert "until somebody else bids or minor 14 is sold" in said(told)
        assert answer(told).id == shown.id, "the question is gone with its buttons"
    for price in range(90, 60, -10):
        assert await w.actor(auction) is first, "the others' passes are made for them"
        assert f"£{price}" in " ".join(labels(w.last(auction)))
        await first.slash(auction, "play pass")
    await first.slash(auction, "play bid", on="14", price=60)
    (passes, _) = await orders.load_orders(w.store, (await w.game(auction)).id, PassOrder)
    assert passes.stopped, "it ends with the lot"
    settled = w.env.backend.get_message(answer(told).channel_id, answer(told).id)
    assert words(settled) == "Minor 14 is sold, so I no longer pass.", "“Stopped” was said, and nobody had stopped it"
    assert await w.actor(auction) is second
    await second.slash(auction, "play bid", on="5", price=0)
    assert await w.actor(auction) is third, "nobody passes on the next lot"


async def test_once_there_is_a_bid_a_pass_is_for_good_and_that_is_said(w, auction):
    """18EU 4.2.1: “Want it after all, for less?” stood at a price that could only rise."""
    await (await w.actor(auction)).slash(auction, "play bid", on="14", price=100)
    person = await w.actor(auction)
    question = answer(await press_more(person, await w.asking(auction), FOR_ME))
    assert labels(question) == ["Until it is sold", "Bid for me…", "Cancel"], "until a bid would be the same"
    shown = words(question)
    assert "If you pass now, you are out of this sale." in shown
    assert "somebody else bids" not in shown
    assert "for less" not in shown
    assert "out of this sale" in words(answer(await person.slash(auction, "turn")))


async def test_a_bid_wakes_whoever_passes_until_a_bid(w, auction):
    first, second, third = await w.in_turn(auction)
    await first.slash(auction, "play bid", on="14", price=0)
    await third.slash(auction, "auto pass")
    await second.slash(auction, "play bid", on="14", price=100)
    assert await w.actor(auction) is third
    assert f"because {named(w, second)} bid" in said(await third.slash(auction, "auto show"))
    await third.slash(auction, "auto pass", until="lot")
    assert await w.actor(auction) is first
    await first.slash(auction, "play bid", on="14", price=110)
    assert await w.actor(auction) is second
    assert "whatever the others bid" in said(await third.slash(auction, "auto show"))


async def test_passes_in_an_auction_end_with_the_income_that_a_lap_of_them_brings(w):
    """18GA: once the first private is sold, a lap of passes pays private income, and nothing else ends it."""
    thread = await w.table()
    people = await w.in_turn(thread)
    await people[0].slash(thread, "play bid", on="LTR", price=20)
    for person in (*people[1:], people[0]):
        await person.slash(thread, "auto pass")
    table = await w.game(thread)
    stopped = [o.stopped for o in await orders.load_orders(w.store, table.id, PassOrder)]
    assert stopped == ["privates have paid"] * len(people)
    assert (await table.view(None)).cash[named(w, people[0]).lower()] == 600 - 20 + 5


async def test_who_passes_by_an_order_takes_that_back_alone(w, auction):
    """*Until it is sold* passed at once; *Undo…* then asked for the bid of somebody else, and the order went on."""
    first, second, _ = await w.in_turn(auction)
    await first.slash(auction, "play bid", on="14", price=100)
    console = answer(await second.slash(auction, "turn"))
    question = answer(await press_more(second, await w.asking(auction), FOR_ME))
    told = await second.click(question, label="Until it is sold")
    assert "I pass for you" in said(told)
    assert labels(answer(told)) == ["Stop"]
    assert labels(w.env.backend.get_message(console.channel_id, console.id)) == [], "it asked for what was done"
    asked = await press_more(second, await w.asking(auction), "Undo…")
    assert "passes" in said(asked)
    assert "Nobody else has to agree" in said(asked)
    back = await second.click(answer(asked), label="Take the last step back")
    assert " passes. `/redo` plays it again. I have stopped passes too." in said(back)
    assert await w.actor(auction) is second
    left = w.env.backend.get_message(answer(told).channel_id, answer(told).id)
    assert (words(left), labels(left)) == ("Stopped: now it is up to you.", [])


async def test_what_is_taken_back_ends_passes_on_it_for_good(w, auction):
    """18EU: “it is sold, so I have stopped” was said of a minor that was taken back; put up again, it was passed on for ever."""
    first, second, third = await w.in_turn(auction)
    await first.slash(auction, "play bid", on="14", price=0)
    told = answer(await third.slash(auction, "auto pass", until="bid"))
    await second.slash(auction, "play bid", on="14", price=100)
    for person in (second, first):
        await person.slash(auction, "undo")
    left = w.env.backend.get_message(told.channel_id, told.id)
    assert words(left) == "Stopped: now it is up to you.", "“Minor 14 is sold” was said, and it was not"
    await first.slash(auction, "play bid", on="14", price=100)
    told = answer(await third.slash(auction, "auto pass", until="lot"))
    await first.slash(auction, "undo")
    left = w.env.backend.get_message(told.channel_id, told.id)
    assert (words(left), labels(left)) == ("Minor 14 is no longer up for sale: I have stopped.", [])
    await first.slash(auction, "redo")
    assert "Nothing." in said(await third.slash(auction, "auto show"))
    await second.slash(auction, "play bid", on="14", price=110)
    assert await w.actor(auction) is third


async def test_passes_of_a_round_that_is_over_stay_over_when_it_goes_on(w, thread):
    """“Stock round 1 is over: I have stopped” was said; its last pass was taken back, and the bot passed on."""
    first, second, third = await w.in_turn(thread)
    name = round_name((await w.game(thread)).position.round)
    told = answer(await second.slash(thread, "auto pass", until="round"))
    for person in (first, third):
        await person.slash(thread, "play pass")
    left = w.env.backend.get_message(told.channel_id, told.id)
    assert words(left) == f"{name} is over: I have stopped."
    await third.slash(thread, "undo")
    assert round_name((await w.game(thread)).position.round) == name
    assert await orders.load_orders(w.store, (await w.game(thread)).id, PassOrder) == []
    for person in (third, first):  # to the beginning of the round
        await person.slash(thread, "undo")
    told = answer(await second.slash(thread, "auto pass", until="round"))
    (last,) = await (await w.game(thread)).history(limit=1)
    await w[last.seat.title()].slash(thread, "undo")
    assert words(w.env.backend.get_message(told.channel_id, told.id)) == f"{name} was taken back: I have stopped."


async def test_a_maximum_bids_and_does_not_pass_before_it_is_stopped(w):
    """A bid that was taken back was made again by the press of *Until somebody else bids*."""
    thread = await w.table()
    first, second, _ = await w.in_turn(thread)
    question = answer(await press_more(first, await w.asking(thread), FOR_ME))
    until = custom_id(question, "Until somebody else bids")
    form = await first.click(question, label="Bid for me…")
    placed = await first.submit_modal(form, {"on": "5", "most": "170"})
    assert "I bid up to $170 on M&BR" in said(placed), "5 is its number in all pictures"
    assert "for you. \n" not in words(answer(placed)), "it ended with a blank"
    assert answer(placed).id == question.id, "the question stood there still, with its buttons"
    assert "the maximum on M&BR" in said(await first.slash(thread, "undo"))
    assert "I bid up to $160" in said(await second.slash(thread, "auto bid", on="5", maximum=160))
    shown = answer(await press_more(second, await w.asking(thread), FOR_ME))
    assert "I bid on M&BR up to $160 for you, so I do not pass." in words(shown)
    assert labels(shown) == ["Stop that", "Cancel"]
    assert "so I do not pass" in said(await press(w, second, shown, until))
    assert "the maximum on M&BR" in said(await second.click(shown, label="Stop that"))
    await second.slash(thread, "auto pass")
    both = said(await second.slash(thread, "auto bid", on="5", maximum=160))
    assert "Otherwise I pass for you in the auction until somebody else bids" in both


async def test_who_agrees_to_an_undo_does_not_read_what_its_asker_had_ordered(w, auction):
    """The order is secret from the others: the one who pressed *Agree* was told that passes had stopped."""
    first, second, third = await w.in_turn(auction)
    await first.slash(auction, "play bid", on="14", price=100)
    before = (await (await w.game(auction)).history())[-1].id
    await second.slash(auction, "auto pass", until="lot")
    await third.slash(auction, "play bid", on="14", price=110)
    wish = answer(await second.slash(auction, "undo", to=f"#{before}"))
    question = w.last(auction)
    agreed = said(await third.click(question, label="Agree"))
    assert re.search(r"Taken back: \w+ bids £110 on minor 14 .*; \w+ passes\. `/redo` plays it again\.$", agreed)
    told = words(w.env.backend.get_message(wish.channel_id, wish.id))
    assert told == "All agreed: taken back. I have stopped passes too.", "the asker's own answer said who must agree"


async def test_an_answer_about_orders_keeps_its_stop_and_tells_its_own_player_alone(w, thread):
    """Put into new words it lost *Stop* while something ran; after a handover it told of the new player's orders."""
    _, second, _ = await w.in_turn(thread)
    told = answer(await second.slash(thread, "auto pass", until="round"))
    table, answers = await w.game(thread), w.bot.services.open_answers
    seat = next(s.name for s in table.row.seats if s.user == second.id)
    company = next(c for c, made in (await table.view(None)).companies.items() if made.par)

    async def shown_with(goal):
        order = BuyOrder(seat=seat, round=table.position.round, company=company, goal=goal)
        await orders.replace_order(w.store, table.id, order)
        await close_ended_answers(answers, table)
        left = w.env.backend.get_message(told.channel_id, told.id)
        return words(left), labels(left)

    for goal in (8, 9):
        said_now, buttons = await shown_with(goal)
        assert f"buy shares of {company} until you own {goal}" in said_now
        assert buttons == ["Stop"]
    await second.slash(thread, "game handover", user=w["Eve"])
    await w["Eve"].click(
        next(m for m in reversed(thread.history()) if "Take the seat" in labels(m)), label="Take the seat"
    )
    assert await shown_with(7) == (LEFT, [])
