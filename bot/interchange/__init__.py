"""Games of other programs: files of 18xx.games read, played in our engine and compared with what that site says.

- `importer.read_game`: a file as a game of ours; `exporter.write_game`: a game of ours as a file.
- `comparison.main`: the command `trunkline replay`; `trace.Trace`: what that site says of each position.
- `import_profiles`, `export_profiles`: what a title has of its own.
- `site`: the site's files and ledgers, whichever way a game goes.
"""
