"""Use cases on one table or on all of them: play, take back, vote, hand over, copy, summarise.

- `service.Tables`: all tables; creates, joins, starts, finds and imports them; `table_memory.TableMemory`: those in use.
- `table.Table`: one table; reads its position, plays an action, takes back; `table_record.TableRecord`: what was played at it.
- `session.TableSession`: its lock and the only ways to change it, for the use cases of this package.
- `order_runner.play_with_orders`: a play and what the bot plays after it; `answered_offers`: what was asked too often.
- `lookahead`: what would come of an action, of passing or of waiting.
- `undo.undo`, `end_votes.propose_end`, `seat_handover.offer_seat`, `game_transfers.start_transfer`,
  `position_copies.open_whatif`: one module a use case.
- `story.game_summary.summarize`, `story.round_summary.summarize_rounds`: what a game or a round came to;
  `story.worth_causes.WorthLedger`: why; `statistics`: people's finished games and their ratings.
- `practice`: tables of one person, who plays against the bot.
"""
