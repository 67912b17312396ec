"""`rulewright coverage`: what of a game was never reached in its scenarios and in games with bots."""
