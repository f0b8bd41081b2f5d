"""What the judge learnt, by `python -m tools.tune catan`: it writes this file."""

from __future__ import annotations

from rules.catan.development import KEY

from .chances import register_weights

# seeds of base: 100000 to 100222, 110000 to 110289
# 513 games, 12383 positions, each judged by weights learnt without its game:
# log-loss 1.1374, of equal chances 1.4512
# called, seats, said %, won %:
#   0 to 10    14600   5.1   3.7
#  10 to 20    14588  14.9  15.7
#  20 to 30    10180  24.6  24.7
#  30 to 40     5997  34.6  35.3
#  40 to 50     3441  44.5  45.7
#  50 to 60     2034  54.5  51.5
#  60 to 70     1246  64.6  64.7
#  70 to 80      871  74.7  77.4
#  80 to 90      613  84.6  88.3
#  90 to 100     294  93.8  96.9

register_weights(
    KEY,
    {
        "need-": -1.164,
        "one+": 0.7826,
        "two+": 0.2705,
        "three+": 0.2332,
        "soon+": 0.07673,
        "soon_one+": 0.2103,
        "soon_two+": 0.09202,
        "soon_three+": 0.252,
        "brick+": 0.2363,
        "lumber+": 0,
        "wool+": 0.4573,
        "grain+": 0.4634,
        "ore+": 0.167,
        "gaps-": -0.1391,
        "made+": 0.4634,
        "blocked-": -0.06221,
        "power+": 0.5223,
        "early_power+": 0,
        "early_gaps-": -0.3022,
        "cards+": 0.1629,
        "excess-": 0,
        "kinds+": 0.6431,
        "settlement+": 0.1785,
        "city+": 0.3706,
        "road+": 0.04762,
        "late_settlement+": 0.1118,
        "late_city+": 0.1433,
        "make_settlement+": 0,
        "make_city+": 0.6333,
        "make_road+": 0.9997,
        "here+": 0.295,
        "near+": 0.4692,
        "further+": 0.4368,
        "site+": 0.027,
        "settlements_left+": 0.04682,
        "homes+": 0.6766,
        "cities+": 0.5042,
        "upgrade+": 0.04554,
        "trail+": 0.7283,
        "longest?": -0.6646,
        "ahead+": 0.4406,
        "defended+": 0,
        "roads_left+": 0.006448,
        "army?": -0.2905,
        "knights+": 0.1312,
        "army_ahead+": 0.3623,
        "army_played+": 0.1691,
        "knights_held+": 0.9582,
        "others_held+": 0.7039,
        "points_held?": 1.109,
        "card+": 0.02997,
        "make_card+": 0.9812,
    },
)
