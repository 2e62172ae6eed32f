"""Games as files: transcripts, exports, imports.

- `importer.read`: a file that somebody gives, as a game.
- `table_export.write`: a table as a file; `exporters.export`: any game as a file.
- `transcripts.transcript_of`: a table as the lines that its players typed.
"""
