# The examples of the tour's entries of Pantheon and Mythoz (tests/tour) pass.
for g in pantheon mythoz; do myth test tests/tour/$g 2> $TMP/warnings; done
