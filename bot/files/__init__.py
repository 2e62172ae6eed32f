"""Games as files: transcripts, exports, imports."""
