# Chapter 12 of rules/README.md, as it stands.
. tests/golden/guide.sh
chapter 12
