"""Players that the bot plays itself, at demonstrations and in the guided first game; they know no more than a seat may.

- `greedy_player.choose_action`: what looks best at this moment.
- `guided_player.advise_action`: the same with an opening that a newcomer can follow.
"""
