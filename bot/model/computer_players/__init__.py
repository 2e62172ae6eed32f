"""Players that the bot plays itself, at demonstrations and in the guided first game; they know no more than a seat may.

- `greedy_player.choose_action`: what looks best at this moment.
- `company_spending`, `first_run`, `hand_play`: what it thinks of trains and certificates, of track before there is a run, and of
  cards that are picked.
- `guided_player.advise_action`: the same with an opening that a newcomer can follow.
"""
