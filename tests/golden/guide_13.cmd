# Chapter 13 of rules/README.md, as it stands.
. tests/golden/guide.sh
chapter 13
