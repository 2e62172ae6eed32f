"""The long sale of 18EU in chat: the next bid on a button, one post per lot, sealed maxima that nobody else ever sees."""

from __future__ import annotations

import re
from hashlib import sha256

import pytest

from bot.storage.repositories import orders
from game.actions import Bid, Pass
from tests.support import decisions
from tests.support.decisions import table_at
from tests.support.discord_world import NAMES, answer, labels, menu, press_more, said, words, world
from tests.support.golden_positions import golden_position
from tests.support.typed_lines import typing_at, typist_at

MOST = 1185  # dollars; no other number of these games
CARD = "Bid for me…"


def readable(text: str) -> str:
    """Without ids and hashes, which hold any digits by chance."""
    return re.sub(r"<[@#t][^>\s]*>|\b[0-9a-f]{16,}\b", "", text)


@pytest.fixture
async def w(tmp_path):
    async with world(tmp_path, ("Ann", "Bob", "Eve")) as made:
        yield made


@pytest.fixture
async def thread(w):
    return await w.table(("Ann", "Bob"), title="18EU")


async def other(w, thread):
    """The player who is not on turn."""
    actor = await w.actor(thread)
    return next(w[n] for n in ("Ann", "Bob") if w[n] is not actor)


async def asked(w, thread):
    return (await w.game(thread)).position.deciders[0]


def messages(w, thread):
    return [m for m in thread.history() if m.author.id == w.bot.user.id]


async def test_the_next_bid_is_a_button_and_a_lot_leaves_one_post(w, thread):
    """Bids edit the lot's post; a call below it pings whoever must act and is gone when the next one comes."""
    before = len(messages(w, thread))
    actor, rival = await w.actor(thread), await other(w, thread)
    await actor.slash(thread, "play bid", on="14", price=100)
    panel = await w.panel(thread)
    assert len(messages(w, thread)) == before + 1, "the lot's post was there, the call is new"
    assert labels(panel) == [], "the call has the buttons, and no button stands in both posts"
    assert labels(w.last(thread)) == ["Take my turn", "Bid £105", "Pass", "Map", "Market, more"]
    assert "'s £100 on minor 14, or pass" in words(w.last(thread)), "it says what is asked, and who leads"
    assert "on minor 14, or pass" not in words(panel), "and nobody is asked twice"
    for n, player in enumerate((rival, actor) * 4):
        amount = 105 + 5 * n
        done = await player.click(await w.asking(thread), label=f"Bid £{amount}")
        assert "refused" not in said(done)
        assert len(messages(w, thread)) == before + 1
        assert (await w.panel(thread)).id == panel.id
        pinged = [r.json["allowed_mentions"]["users"] for r in w.sent("POST") if "allowed_mentions" in (r.json or {})]
        assert pinged[-1] == [(actor if player is rival else rival).id]
    assert "bids £140" in words(await w.panel(thread))
    await rival.click(await w.asking(thread), label="Pass")
    texts = w.posts(thread)
    assert len(messages(w, thread)) == before + 1, "one post more for the next lot, the call is gone"
    assert "Sold to" in texts[-2]
    assert texts[-2].count("£1") == 10, "the price, and nine bids in a line"
    assert texts[-2].count("\n") == 2, "and where its station stands"
    assert "£140" in texts[-2]
    assert "Put up one of the minors" in texts[-1]
    assert labels(messages(w, thread)[-2]) == []


async def test_a_lots_picture_follows_the_bids_and_goes_when_it_is_sold(w, thread):
    first = await w.panel(thread)
    (before,) = first.attachments
    await (await w.actor(thread)).slash(thread, "play bid", on="14", price=100)
    await (await w.actor(thread)).click(await w.asking(thread), label="Bid £105")
    again = await w.panel(thread)
    assert again.id == first.id
    (now,) = again.attachments
    assert now.filename.startswith("bids-")
    assert now.filename != before.filename
    await (await w.actor(thread)).click(await w.asking(thread), label="Pass")
    sold = next(m for m in messages(w, thread) if m.id == first.id)
    assert not sold.attachments


async def test_a_lots_post_that_somebody_deleted_is_posted_again(w, thread):
    await (await w.actor(thread)).slash(thread, "play bid", on="14", price=100)
    gone = await w.panel(thread)
    w.env.backend.delete_message(thread.id, gone.id)
    await (await w.actor(thread)).slash(thread, "play bid", on="14", price=105)
    panel = await w.panel(thread)
    assert panel.id != gone.id
    assert "bids £105" in words(panel)
    assert "'s £105 on minor 14, or pass" in words(panel), "it asks, too"
    await (await w.actor(thread)).click(panel, label="Bid £110")
    assert (await w.panel(thread)).id == panel.id


async def test_after_a_bid_was_taken_back_the_lot_goes_on_below_the_note(w, thread):
    """Its post stood above the note and was edited there: the call below had no picture, and the sale seemed taken back."""
    await (await w.actor(thread)).slash(thread, "play bid", on="14", price=100)
    bidder = await w.actor(thread)
    await bidder.click(await w.asking(thread), label="Bid £105")
    first = await w.panel(thread)
    await bidder.slash(thread, "undo")
    await w.bot.sender.drain()
    old, note, new = messages(w, thread)[-3:]
    assert old.id == first.id
    assert "bids £100" in words(old)
    assert "takes back 1 step" in words(note)
    assert new.attachments
    assert "Bid £105" in labels(new)
    await bidder.click(new, label="Pass")
    assert "£100" in words(next(m for m in messages(w, thread) if m.id == new.id)), "the sale stands below the note"


async def test_a_restart_goes_on_with_the_lots_post(w, thread):
    await (await w.actor(thread)).slash(thread, "play bid", on="14", price=100)
    panel, count = await w.panel(thread), len(messages(w, thread))
    await w.restart()
    assert len(messages(w, thread)) == count
    await (await w.actor(thread)).click(await w.asking(thread), label="Bid £105")
    assert (await w.panel(thread)).id == panel.id
    assert len(messages(w, thread)) == count


# ---------------------------------------------------------------------- sealed maxima


async def details(w, thread):
    """What anybody is shown behind *Market, more* to check secret maxima with."""
    return await proofs(w["Eve"], await w.asking(thread))


async def proofs(person, panel):
    more = answer(await person.click(panel, label="Market, more"))
    assert "SHA-256" not in words(more), "lines of hashes stood above the market"
    return said(await person.select(more, ["proofs"], custom_id=menu(more)["custom_id"]))


async def sealed_by_form(w, person, thread, dollars):
    """The button of the lot's post, then its form."""
    shown = await press_more(person, await w.asking(thread), CARD)
    return await person.submit_modal(shown, {"most": str(dollars)})


async def test_the_bot_bids_the_least_up_to_a_maximum_and_then_passes(w, thread):
    actor, rival = await w.actor(thread), await other(w, thread)
    me, they = await asked(w, thread), (await w.game(thread)).seats
    seat = next(s.name for s in they if s.name != me)
    await actor.slash(thread, "play bid", on="14", price=100)
    assert "up to £115" in said(await rival.slash(thread, "auto bid", on="14", maximum=115))
    too_low = said(await actor.slash(thread, "auto bid", on="14", maximum=105))
    assert "The lowest bid on minor 14 is £110 now" in too_low, "it would have passed at once"
    table = await w.game(thread)
    assert await asked(w, thread) == me, "the bid is made at once"
    assert [m.action for m in await table.history()][-1] == Bid("14", 105, by=seat)
    done = await actor.slash(thread, "play bid", on="14", price=110)
    assert "£115" in said(done), "the bidder hears what came of it"
    await actor.slash(thread, "play bid", on="14", price=120)
    history = [m.action for m in await table.history()]
    assert history[-2:] == [Bid("14", 120, by=me), Pass(by=seat)]
    assert (await table.view(None)).cash[me] == 750 - 120


async def test_two_maxima_bid_against_each_other_at_once(w, thread):
    actor, rival = await w.actor(thread), await other(w, thread)
    await actor.slash(thread, "auto bid", on="7", maximum=150)
    await rival.slash(thread, "auto bid", on="7", maximum=200)
    before = len(messages(w, thread))
    await actor.slash(thread, "play bid", on="7", price=0)
    table = await w.game(thread)
    view = await table.view(None)
    winner = next(s.name for s in table.seats if s.user == rival.id)
    assert view.place["7.0"] == winner
    assert view.cash[winner] == 750 - 150, "the rival bids 150 first, the other cannot go above it"
    assert len(messages(w, thread)) <= before + 1, "one post tells of it all"


async def test_a_falling_price_is_taken_at_the_maximum(w, thread):
    actor, rival = await w.actor(thread), await other(w, thread)
    await rival.slash(thread, "auto bid", on="3", maximum=70)
    await actor.slash(thread, "play bid", on="3", price=0)
    for _ in range(3):
        await actor.slash(thread, "play pass")
    view = await (await w.game(thread)).view(None)
    winner = next(s.name for s in (await w.game(thread)).seats if s.user == rival.id)
    assert view.place["3.0"] == winner
    assert view.cash[winner] == 750 - 70


async def test_nobody_else_sees_a_maximum(w, thread):
    """Not in a post, a private answer to others, a list, an export or a log; the pledge is public, and its owner can prove it."""
    actor, rival = await w.actor(thread), await other(w, thread)
    await actor.slash(thread, "play bid", on="14", price=100)
    table = await w.game(thread)
    seat = next(s for s in table.seats if s.user == rival.id)
    made = await orders.write_proxy_bid(w.store, table.id, seat.name, seat.user, "14", MOST)
    later = await orders.write_proxy_bid(w.store, table.id, seat.name, seat.user, "9", MOST)
    assert made is not None
    assert later is not None
    assert made.commitment != later.commitment
    assert sha256(made.proof.encode()).hexdigest().startswith(made.commitment)
    start = len(w.sent())
    await actor.slash(thread, "view log")
    for command, options in (
        ("auto show", {}),
        ("view table", {"form": "text"}),
        ("view changes", {}),
        ("turn", {}),
        ("game export", {"format": "transcript"}),
        ("game export", {"format": "log"}),
        ("me games", {}),
    ):
        for person in (actor, w["Eve"]):
            await person.slash(thread, command, **options)
    await actor.autocomplete(thread, "auto bid", "on", "")
    await actor.autocomplete(thread, "do", "action", "")
    await (await w.actor(thread)).autocomplete(thread, "play bid", "price", "")
    await press_more(w["Eve"], await w.asking(thread), CARD)
    await w.bot.sender.drain()
    spoken = "".join(f"{r.json} {getattr(r, 'files', '')}" for r in w.sent()[start:])
    assert str(MOST) not in readable(spoken)
    assert made.salt not in spoken
    assert "1,185" not in spoken
    own = said(await rival.slash(thread, "auto show"))
    assert "£1,185" in own
    assert made.proof not in own, "what proves it is no part of an answer"
    assert made.proof in await proofs(rival, await w.asking(thread))
    assert made.proof not in await details(w, thread)


async def test_when_a_lot_is_sold_the_table_sees_what_the_maxima_on_it_were(w, thread):
    """Anybody can check that they hash to the pledges; what is kept for other lots stays secret."""
    actor, rival = await w.actor(thread), await other(w, thread)
    await actor.slash(thread, "play bid", on="14", price=100)
    await rival.slash(thread, "auto bid", on="14", maximum=115)
    await rival.slash(thread, "auto bid", on="2", maximum=MOST - 500)
    assert "SHA" not in words(await w.panel(thread))
    text = await details(w, thread)
    (pledge,) = re.findall(r"SHA-256 (\w+)…", text)
    assert "115" not in readable(text)
    await actor.slash(thread, "play bid", on="14", price=120)
    begins, sold, now = w.posts(thread)
    assert ("begins" in begins, "Sold to" in sold, "Put up" in now) == (True, True, True), (
        "the lot's post stays, its call is gone"
    )
    assert "£115" in sold
    assert "SHA" not in sold
    shown = (await details(w, thread)).replace("`", "")
    (found,) = re.findall(r"£115: SHA-256 of (14 115 \w+) begins with (\w+)", shown)
    assert found[1] == pledge
    assert sha256(found[0].encode()).hexdigest().startswith(pledge)
    assert all(str(MOST - 500) not in readable(text) for text in w.posts(thread))


async def test_an_open_maximum_is_never_told_whatever_is_on_sale_now(w, thread):
    """Not even where its lot is in no auction, as a stop of the bot may leave it behind."""
    actor, rival = await w.actor(thread), await other(w, thread)
    await actor.slash(thread, "play bid", on="14", price=100)
    await rival.slash(thread, "play pass")
    table = await w.game(thread)
    assert "14" not in table.position.auction.items
    seat = next(s for s in table.seats if s.user == rival.id)
    await orders.write_proxy_bid(w.store, table.id, seat.name, seat.user, "14", MOST)
    assert str(MOST) not in readable(await details(w, thread))


async def test_while_a_table_is_paused_no_maximum_bids(w, thread):
    """Neither on others' bids nor when it is handed in nor at a start of the bot; it does when the table goes on."""
    actor, rival = await w.actor(thread), await other(w, thread)
    seat = next(s.name for s in (await w.game(thread)).seats if s.user == rival.id)
    await w["Ann"].slash(thread, "host pause")
    await rival.slash(thread, "auto bid", on="14", maximum=130)
    await actor.slash(thread, "play bid", on="14", price=100)
    assert (await w.actor(thread)) is rival
    said_ = said(await rival.slash(thread, "auto bid", on="14", maximum=115))
    assert "once the table is no longer paused" in said_
    await w.restart()
    assert (await w.actor(thread)) is rival
    await w["Ann"].slash(thread, "host resume")
    assert (await w.actor(thread)) is actor
    assert [m.action for m in await (await w.game(thread)).history(limit=1)] == [Bid("14", 105, by=seat)]
    assert "bids £105" in words(await w.panel(thread))


async def test_a_maximum_on_what_is_sold_during_a_pause_is_over(w, thread):
    actor, rival = await w.actor(thread), await other(w, thread)
    await w["Ann"].slash(thread, "host pause")
    await rival.slash(thread, "auto bid", on="14", maximum=130)
    await actor.slash(thread, "play bid", on="14", price=100)
    await rival.slash(thread, "play pass")
    assert [s.open for s in await orders.load_proxy_bids(w.store, (await w.game(thread)).id)] == [False]


async def test_a_maximum_that_a_sale_has_shown_is_no_help_to_who_takes_a_pass_back(w, thread):
    """Alone it could be taken back, and the lot driven up to one step below the maximum."""
    actor, rival = await w.actor(thread), await other(w, thread)
    await actor.slash(thread, "play bid", on="14", price=100)
    await rival.slash(thread, "auto bid", on="14", maximum=115)
    await actor.slash(thread, "play pass")
    asked = said(await actor.slash(thread, "undo"))
    assert "must agree" in asked
    assert "14" not in (await w.game(thread)).position.auction.items, "it is sold still"


async def test_the_table_sees_the_pledge(w, thread):
    actor, rival = await w.actor(thread), await other(w, thread)
    await actor.slash(thread, "play bid", on="14", price=100)
    shown = await sealed_by_form(w, actor, thread, 300)
    assert "up to £300" in said(shown)
    (found,) = await orders.load_proxy_bids(w.store, (await w.game(thread)).id)
    text = await details(w, thread)
    assert found.commitment in text
    assert "300" not in readable(text)
    assert (await w.actor(thread)) is rival, "who leads does not bid against himself"


async def test_maxima_survive_a_restart_and_end_with_their_lot(w, thread):
    actor, rival = await w.actor(thread), await other(w, thread)
    await rival.slash(thread, "auto bid", on="14", maximum=115)
    await rival.slash(thread, "auto bid", on="2", maximum=150)
    await w.restart()
    await actor.slash(thread, "play bid", on="14", price=100)
    await w.restart()
    await actor.slash(thread, "play bid", on="14", price=200)
    found = {s.item: s.open for s in await orders.load_proxy_bids(w.store, (await w.game(thread)).id)}
    assert found == {"14": False, "2": True}
    assert "Stopped: the maximum on 2" in said(await rival.slash(thread, "auto off"))
    assert "not doing that for you" in said(await rival.slash(thread, "auto off"))
    assert {s.item for s in await orders.load_proxy_bids(w.store, 1)} == {"14"}


async def test_a_stop_between_two_bids_is_made_good(w, thread):
    """The maximum lies in the database, the bid was not made yet: it is made at the next start, and the table hears of it."""
    actor, rival = await w.actor(thread), await other(w, thread)
    await actor.slash(thread, "play bid", on="14", price=100)
    table = await w.game(thread)
    seat = next(s for s in table.seats if s.user == rival.id)
    await orders.write_proxy_bid(w.store, table.id, seat.name, seat.user, "14", 105)
    await w.restart()
    assert await w.actor(thread) is actor
    assert "bids £105" in words(await w.panel(thread))


@pytest.mark.parametrize(
    ("item", "most", "why"),
    [("14", 751, "to £750"), ("14", -5, "From £0"), ("99", 100, "not for sale in this auction")],
)
async def test_maxima_that_cannot_be(w, thread, item, most, why):
    assert why in said(await w["Ann"].slash(thread, "auto bid", on=item, maximum=most))
    assert await orders.load_proxy_bids(w.store, (await w.game(thread)).id) == []


async def test_strangers_hand_in_nothing(w, thread):
    assert "no seat" in said(await w["Eve"].slash(thread, "auto bid", on="14", maximum=100))
    assert "no seat" in said(await press_more(w["Eve"], await w.asking(thread), CARD))
    shown = answer(await w["Ann"].slash(thread, "auto show"))
    assert "Nothing" in words(shown)


async def test_in_a_waterfall_a_maximum_raises_where_others_lead(tmp_path):
    """18GA: several privates are bid on at a time, so nothing is passed for the player."""
    async with world(tmp_path, ("Ann", "Bob", "Cid")) as w:
        thread = await w.table()
        actor = await w.actor(thread)
        order = [next(p for p in w.people.values() if p.id == s.user) for s in (await w.game(thread)).seats]
        rival, third = order[1:]
        await rival.slash(thread, "auto bid", on="MRC", maximum=60)
        await actor.slash(thread, "play bid", on="MRC", price=45)
        assert await w.actor(thread) is third, "the rival's bid was made"
        await third.slash(thread, "play pass")
        await actor.slash(thread, "play bid", on="MRC", price=60)
        assert await w.actor(thread) is rival, "no maximum goes that far: the player decides"
        table = await w.game(thread)
        seat = next(s.name for s in table.seats if s.user == rival.id)
        assert [m.action for m in await table.history()][-3] == Bid("MRC", 50, by=seat)


async def test_a_maximum_below_the_lowest_bid_is_said_to_do_nothing(w):
    """$40 on W&SR was taken without a word, where at least $75 is bid."""
    thread = await w.table(("Ann", "Bob", "Eve"), title="18GA")
    actor = await w.actor(thread)
    assert "the lowest bid is $75 now, so I do not bid" in said(
        await actor.slash(thread, "auto bid", on="W&SR", maximum=40)
    )
    assert "lowest bid" not in said(await actor.slash(thread, "auto bid", on="W&SR", maximum=0))
    assert "lowest bid" not in said(await actor.slash(thread, "auto bid", on="W&SR", maximum=75))


async def test_the_round_after_an_auction_begins_once(tmp_path):
    """“Stock round 1 begins.” stood in the post of the last sale and in that of the auction."""
    async with world(tmp_path, NAMES) as full:
        thread = await table_at(full, golden_position("18GA-bank", 8))
        for line in ("pass", "pass", "buy M&BR"):
            await (await full.actor(thread)).slash(thread, "do", action=line)
            await full.bot.sender.drain()
        told = "\n".join(full.posts(thread))
    assert "Sold to " in told
    assert told.count("Stock round 1 begins.") == 1


@pytest.mark.parametrize(
    ("name", "number", "lines", "hands_in"),
    [
        (
            "18GA-bank",
            2,
            "bid mrc max 120 | bid up to $120 on mrc | maximum 120 mrc | proxy mrc 120 | sealed 120 mrc | at most 120 for mrc",
            "bid up to $120 on MRC, unseen by others, type `/auto bid on:MRC maximum:120`",
        ),
        ("18GA-bank", 2, "max 120 on w&sr | bid 120 for me on 3", "type `/auto bid on:W&SR maximum:120`"),
        ("18GA-bank", 2, "max 120 | pass; max 120 on mrc | bid for me", "`/auto bid` bids for you"),
        ("18VA-bank", 2, "bid for me p3 120 | p3 max 120", "type `/auto bid on:P3 maximum:120`"),
        (
            "18GA-bank",
            2,
            "mrc up to 5000 | max 0 on mrc | max 4,60 on mrc | mrc max 4,600 | bid mrc for me, 451",
            "`/auto bid` bids for you",
        ),
        (
            "18GA-bank",
            2,
            "bid mrc until 120 | mrc till 120 | mrc 120 tops | mrc ≤ 120",
            "`/auto bid on:MRC maximum:120`",
        ),
        ("18EU-bank", 3, "max 80 on minor 7 | 7 up to 80", "type `/auto bid on:minor 7 maximum:80`"),
        ("18India-options", 13, "10% of eir up to 80", "type `/auto bid on:EIR 10% maximum:80`"),
        ("18India-options", 40, "bid up to 50 on mr", "can mean MR 20% or MR 10%: say which."),
        ("18GA-bank", 62, "max 5 for mcr | at most 60 for mrc | limit 60 mrc", "Nothing is being auctioned."),
    ],
)
async def test_a_maximum_is_no_open_bid(tmp_path, name, number, lines, hands_in):
    """`bid mrc max 120` showed a bid of $450, all that its player had."""
    async with typing_at(tmp_path, name, number) as typist:
        for told in await typist.ask(*lines.split(" | ")):
            assert hands_in in told
            assert "?" not in told


async def test_a_maximum_of_what_is_asked_about_and_all_that_somebody_has(tmp_path):
    async with typing_at(tmp_path, "18GA-bank", 2) as typist:
        for asked in ("bid mrc", "bid max on mrc"):
            *_, told = await typist.ask(asked, "up to 120")
            assert "`/auto bid on:MRC maximum:120`" in told
            assert "how much?" not in told
            assert "$450" not in told, "a bid that is open stands not beside it"
        for told in await typist.ask("bid max on 3", "all in on 3", "w&sr max"):
            assert "Bid $450 on W&SR?" in told
        await typist.play("bid mrc 50")
        waiting = await typist.ask("mrc max 120")
        assert waiting[0].endswith("`/auto bid on:MRC maximum:120`."), "also for whoever waits, who is asked nothing"


async def test_a_player_may_be_called_max(tmp_path, monkeypatch):
    """`raise max to 450` told how a maximum is handed in, `raise cid to 450` showed the bid."""
    names = ("Ann", "Max", "Cid", "Dora", "Eve")
    monkeypatch.setattr(decisions, "NAMES", names)
    async with world(tmp_path, names) as full:
        typist = await typist_at(full, golden_position("18EU-bank", 2))
        for told in await typist.ask("raise max to 450", "raise max's bid to 450", "bid 450, max"):
            assert "Bid £450 on minor 12" in told


async def test_a_long_line_names_no_maximum(tmp_path):
    """Each of its numbers was looked for in the whole line."""
    async with typing_at(tmp_path, "18GA-bank", 2) as typist:
        assert "`/auto bid" not in (await typist.ask("max" + " 1" * 40))[0]
