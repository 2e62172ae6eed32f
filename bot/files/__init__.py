"""Games as files: transcripts, exports, imports.

- `importer.read_file`: a file that somebody gives, as a game.
- `table_export.write_table`: a table as a file; `exporters.export_game`: any game as a file.
- `transcripts.transcript_of`: a table as the lines that its players typed.
"""
