"""What people read and press, as values: panels, consoles, cards, pictures, the ids of buttons.

- `messages.Private`, `messages.Public`, `messages.Button`: what a message is made of.
- `custom_ids.Id`, `custom_ids.IdKind`: what a button's id says.
- `turn_panel`, `auction_post`, `lobby_card`, `vote_posts`: public posts; `post_registry`: which kind of post is made by what.
- `console.message.compose_console`: the private message in which an action is put together; `options`: what it offers.
- `command_options.interpret_options`: which legal action the options of a command mean.
- `inspection.look_at`: a table as one person sees it, for everything that `/view` shows.
- `pictures`: pictures as files, drawn in worker threads.
- `formatting.safe_name`, `formatting.action_phrase`: words around the game.
"""
