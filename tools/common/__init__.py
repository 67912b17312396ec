"""What the commands share: finding content, printing, bots, playing games to the end, statistics."""
