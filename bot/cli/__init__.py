"""The terminal: playing, pictures as files, upkeep of the database; and the start of the bot.

- `serve.main`: `trunkline bot`.
- `play.main`, `render.main`, `export.main`: a game, pictures, files without Discord.
- `upkeep.maintenance.backup`, `upkeep.maintenance.restore`, `upkeep.doctor.examine`: care for the database.
"""
