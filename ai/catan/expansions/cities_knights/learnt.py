"""What the judge learnt, by `python -m tools.tune catan`: it writes this file."""

from __future__ import annotations

from rules.catan.expansions.cities_knights.realm import KEY

from ...chances import learnt

# seeds of official: 200000 to 200083, 210000 to 210116
# seeds of colonist: 300000 to 300079, 310000 to 310122
# 404 games, 12029 positions, each judged by weights learnt without its game:
# log-loss 1.0886, of equal chances 1.4555
# called, seats, said %, won %:
#   0 to 10    18141   4.4   5.0
#  10 to 20    12260  14.8  14.8
#  20 to 30     7983  24.6  24.2
#  30 to 40     4978  34.5  33.1
#  40 to 50     2833  44.6  43.4
#  50 to 60     1917  54.8  55.8
#  60 to 70     1663  64.7  64.4
#  70 to 80     1130  74.8  74.4
#  80 to 90      911  84.9  85.2
#  90 to 100     784  94.4  93.6

learnt(
    KEY,
    {
        "need-": -0.3693,
        "one+": 0.9478,
        "two+": 0.4167,
        "three+": 0.2529,
        "soon+": 0.1067,
        "soon_one+": 0.5051,
        "soon_two+": 0.1957,
        "soon_three+": 0.3718,
        "brick+": 0,
        "lumber+": 0.646,
        "wool+": 0,
        "grain+": 0.3813,
        "ore+": 0.2015,
        "gaps-": 0,
        "made+": 0.6467,
        "blocked-": -0.03859,
        "power+": 0,
        "early_power+": 0,
        "early_gaps-": -0.5975,
        "cards+": 0.1809,
        "excess-": 0,
        "kinds+": 0.3119,
        "settlement+": 0,
        "city+": 0.3243,
        "road+": 0,
        "late_settlement+": 0.3168,
        "late_city+": 0,
        "make_settlement+": 0.2596,
        "make_city+": 0.3388,
        "make_road+": 0.02932,
        "here+": 0.1915,
        "near+": 0.005872,
        "further+": 0.07264,
        "site+": 0.5269,
        "settlements_left+": 0,
        "homes+": 0.5942,
        "cities+": 0.6985,
        "upgrade+": 0.001379,
        "trail+": 0.2336,
        "longest?": -0.3548,
        "ahead+": 0.2112,
        "defended+": 0.2093,
        "roads_left+": 0.5963,
        "cloth+": 0.06057,
        "coin+": 0,
        "paper+": 0.3725,
        "early_goods+": 0.2487,
        "metropolises?": 0.5382,
        "plain+": 0,
        "improves+": 0.1876,
        "progress+": 0.3766,
        "trade+": 0.39,
        "guild+": 0.03107,
        "next_trade+": 0,
        "politics+": 0.6988,
        "fortress+": 0,
        "next_politics+": 0,
        "science+": 1.289,
        "aqueduct+": 0.5554,
        "next_science+": 0.04562,
        "prospect+": 0.718,
        "steal+": 0.4454,
        "danger-": -0.6761,
        "active+": 0.09134,
        "strength+": 0.2882,
        "near_active+": 0.04245,
        "defends+": 0.2374,
        "shares+": 0.05466,
        "loses-": -0.8558,
        "loses_wakes+": 0.4849,
        "exposed-": -0.12,
        "leads+": 0.1466,
        "knight+": 0,
        "make_knight+": 0.4282,
        "walls+": 0.4953,
        "pillaged-": 0,
        "defender?": 0.9663,
    },
)
