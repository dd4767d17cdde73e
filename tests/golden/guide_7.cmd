# Chapter 7 of rules/README.md, as it stands.
. tests/golden/guide.sh
chapter 1 > /dev/null
chapter 7
