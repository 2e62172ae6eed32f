"""What somebody means who types words.

- `vocabulary.Vocabulary`, `vocabulary.describe_position`: what words may speak of; `shorthand.spell_out`,
  `rewritten_words.rewrite`: one word, or several, for others.
- `reading`: what they mean. `line_spelling` writes a line in the words that are read, `typed_words.read_words` finds the legal
  action, as a `readings.Reading`; `bound_words` and `typed_values` say of which of its fields they speak;
  `plain_lines.is_plain` whether that is all that they can mean, so that it is played at once.
- `doubts`: negations, corrections and counts, which keep a line from being plain.
- `moves`: several moves in one line.
- `misfits`: what of the words fits nothing that is possible, and what they may have been meant for.
"""
