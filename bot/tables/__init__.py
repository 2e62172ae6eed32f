"""Use cases on one table or on all of them: play, take back, vote, hand over, copy, summarise."""
