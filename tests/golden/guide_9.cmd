# Chapter 9 of rules/README.md, as it stands, with the tactics of chapter 8.
. tests/golden/guide.sh
chapter 1 > /dev/null
chapter 8 > /dev/null
chapter 9
