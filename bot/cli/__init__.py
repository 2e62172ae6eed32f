"""The terminal: playing, pictures as files, upkeep of the database; and the start of the bot.

- `serve.main`: `trunkline bot`.
- `play.main`, `render.main`, `export.main`: a game, pictures, files without Discord.
- `maintenance.backup`, `maintenance.restore`, `doctor.examine`: care for the database.
"""
