"""What a game and its rounds came to: pictures of a round and of the end, charts, the replay."""
