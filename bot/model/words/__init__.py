"""What somebody means who types words.

- `vocabulary.Vocabulary`, `vocabulary.describe_position`: what words may speak of; `shorthand.spell_out`: one word for another.
- `typed_words.read_words`: the legal action that they mean, as a `readings.Reading`; `bound_words.bind_words`: of which of its
  fields they speak; `typed_values.names_value`: what one of them says of it.
- `plain_lines.is_plain`: whether that is all they can mean, so that it is played at once; `plain_sentences`: the grammar for it.
- `intended_actions.read_intended_actions`: what they may mean, legal or not; `unknown_words.name_unknown`, `unfit_words` and
  `unfit_trains`: what of them fits nothing here.
"""
