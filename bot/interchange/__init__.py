"""Games of other programs: files of 18xx.games read, played in our engine and compared with what that site says."""
