"""An independent ledger: it books a game from its actions and events alone and raises where the game breaks a rule.

Written from the rulebooks and the data files, without the engine's functions: what is paid, who owns and leads what, what may be
held, how prices move, who is next, what trains cost, what everybody is worth. Each module has one of these subjects; its `hear`
gets every event of a play before the book has noted it. `python -m tests.ledger 200` plays random games against it.
"""
