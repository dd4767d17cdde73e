myth --help
for c in check fmt test odds run replay why explain doc; do echo; myth $c --help; done
