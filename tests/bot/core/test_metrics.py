"""What Prometheus is told: interactions, refusals, plays, pictures, posts; and nothing that names anybody."""

from __future__ import annotations

from prometheus_client import REGISTRY, generate_latest

from bot.client.monitoring import measure_delays
from bot.model.kinds import PostKind, Via
from bot.model.models import NewPost
from bot.storage import outbox
from tests.support.discord_world import said, world


def value(name, **labels):
    return REGISTRY.get_sample_value(f"trunkline_{name}", labels) or 0.0


async def test_numbers_of_the_bots_own(tmp_path):
    names: tuple[tuple[str, dict[str, str]], ...] = (
        ("interactions_total", {"kind": "application_command", "end": "done"}),
        ("interactions_total", {"kind": "application_command", "end": "refused"}),
        ("interaction_seconds_count", {"kind": "application_command"}),
        ("acknowledge_seconds_count", {}),
        ("play_seconds_count", {}),
        ("refused_plays_total", {}),
        ("posts_total", {"end": "sent"}),
    )
    before = [value(n, **labels) for n, labels in names]
    async with world(tmp_path) as w:
        thread = await w.table()
        actor = await w.actor(thread)
        assert "passes" in said(await actor.slash(thread, "play pass"))
        assert "You get a ping" in said(await actor.slash(thread, "play pass"))
        table = await w.game(thread)
        other = next(s.name for s in table.seats if s.name not in table.position.deciders)
        await table.play(other, table.choices(table.position.deciders[0])[0].actions[0], Via.COMMAND)
        await w["Ann"].slash(thread, "view map")
        await w["Bob"].slash(thread, "view map")
        with w.env.time_context():
            await w.store.enqueue(NewPost(kind=PostKind.PANEL, game=table.id))
            await w.bot.sender.drain()
        await measure_delays(w.bot)
        assert value("outbox_depth") == await outbox.count_waiting(w.store)
    after = [value(n, **labels) for n, labels in names]
    grown = {str(n): b - a for n, a, b in zip(names, before, after, strict=True)}
    assert all(grown.values()), grown
    assert value("picture_seconds_count", kind="map") + value("pictures_kept_total")
    ours = [line for line in generate_latest().decode().splitlines() if line.startswith("trunkline_")]
    assert not [line for line in ours if "ann" in line.casefold() or str(w["Ann"].id) in line]
