"""The database: schema, repositories, outbox; the only package that speaks SQL.

- `store.Store`: opens and locks the database; rows of games, plays; its methods reading and writing are the transactions.
- `repositories`: everything else that is stored, a module for each subject.
- `outbox.load_queue`, `outbox.mark_sent`: posts that are written with a move and sent after it.
- `schema`: the tables; `row_mapping.load_game`: rows to values.
- `engine.connect_file`, `engine.connect_server`, `engine.migrate`: how a database is opened and brought up to date.
"""
