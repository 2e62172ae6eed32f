"""A game from its beginning, or a whole list of actions, as moves to be written: for the start and for imports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import update
from sqlalchemy.exc import IntegrityError

from bot.core.errors import NotPossible
from bot.model.models import Advance, NewGame, NewMove, NewPost
from bot.storage import row_mapping, seats
from bot.storage.schema import games
from bot.storage.store import Also, Store
from game.actions import Action
from game.codec import encode
from game.events import Event, Revealed
from game.play import Game
from game.rules import Illegal, Rules


@dataclass(frozen=True, slots=True)
class Replayed:
    """A game that was played in one go: its moves, the deal first, and how it stands."""

    moves: tuple[NewMove, ...]
    order: tuple[str, ...]  # seats in playing order
    deciders: tuple[str, ...]
    over: str

    def first(self, game: int, posts: tuple[NewPost, ...] = (), interaction: int = 0) -> Advance:
        """The deal, as it is written."""
        return Advance(
            game=game,
            parent=0,
            move=self.moves[0],
            interaction=interaction,
            result={"kind": "start", "game": game},
            deciders=self.deciders if len(self.moves) == 1 else (),
            anew=True,
            order=self.order,
            posts=posts,
            over=self.over if len(self.moves) == 1 else "",
        )


def replay(
    rules: Rules, players: Sequence[str], seed: str, actions: Sequence[Action], *, seated: bool, via: str = ""
) -> Replayed:
    """Deal and play all actions; raises NotPossible for the first that is refused."""
    try:
        game = Game.new(rules, players, seed, seated=seated)
    except ValueError as error:
        raise NotPossible(str(error)) from error
    moves = [as_move(game)]
    for number, action in enumerate(actions, 1):
        try:
            events = game.play(action)
        except Illegal as error:
            raise NotPossible(f"Action {number} ({action.by}: {action.verb}) is refused: {error.refusal}") from error
        game.past.clear()
        moves.append(as_move(game, action, events, via))
    return Replayed(tuple(moves), tuple(game.state.order), tuple(game.deciders()), game.state.over)


def as_move(game: Game, action: Action | None = None, events: Sequence[Event] = (), via: str = "") -> NewMove:
    """A game's position as it is stored, with the action that led there (None: it is the beginning of what is stored)."""
    return NewMove(
        seat=action.by if action else "",
        action=encode(action) if action else b"",
        events=encode(list(events)),
        state=game.snapshot(),
        fingerprint=game.fingerprint(),
        via=via if action else "",
        round=game.state.round,
        revealed=any(isinstance(e, Revealed) for e in events),
    )


async def write(
    store: Store,
    new: NewGame,
    players: Sequence[tuple[str, int, str]],
    replayed: Replayed,
    interaction: int,
    also: Also | None = None,
) -> int:
    """Write a table with all its moves, in one transaction; returns its number."""
    try:
        async with store.writing() as conn:
            game = await seats.insert_game(conn, store, new, players)
            post = NewPost(kind="final") if replayed.over else NewPost(kind="panel")
            alone = (post,) if len(replayed.moves) == 1 else ()
            head = (await store.advance(conn, replayed.first(game, alone))).move
            for move in replayed.moves[1:-1]:
                head = await store.insert_move(conn, game, head, move)
            if len(replayed.moves) > 1:
                await conn.execute(update(games).where(games.c.id == game).values(head=head))
                last = Advance(
                    game=game,
                    parent=head,
                    move=replayed.moves[-1],
                    deciders=replayed.deciders,
                    posts=(post,),
                    over=replayed.over,
                )
                await store.advance(conn, last)
            if also is not None:
                await also(conn, game)
            if interaction:
                await row_mapping.tell(conn, interaction, game, {"game": game}, store.clock.now())
    except IntegrityError as error:
        raise NotPossible("There is a table in this channel already") from error
    return game
