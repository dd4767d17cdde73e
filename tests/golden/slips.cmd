# What is said of a newcomer's slips, and the scores of that: tests/slips.
tests/slips/run.lua "$(command -v myth)" "$TMP"
