"""Plain values and policies without any input or output: rows, orders, quiet hours, who must agree to an undo.

- `models.GameRow`, `models.Seat`, `models.Person`: what the database holds, as values;
  `models.NewGame`, `models.NewPost`: what goes into it.
- `kinds.PostKind` and its neighbours: everything that is stored by name; `post_contents.PostContent`: what a post carries.
- `results.Position`, `results.Played`: what a table answers.
- `action_form.Draft`, `action_form.ask_next`: from legal actions to the next question.
- `undo_policy.consent_needed`, `quiet_hours.after_quiet_hours`: policies.
- `board`: what tiles, stations and runs are worth.
- `words`: what somebody means who types words.
- `orders`: what the bot plays for somebody; `computer_players`: how it plays seats of its own.
"""
