"""«My move»: the private screens of a turn, and the moves they submit."""
