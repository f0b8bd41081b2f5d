"""«My move»: the screens of somebody's turn and the moves they send."""
