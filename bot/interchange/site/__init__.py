"""What the files of 18xx.games hold, and what that site keeps account of while a game goes on."""
