# What an earlier message explains is not told again.
printf 'kind b, bs is piece\nevent turn { say "a" \377\376 "b" }\n' > "$TMP/bytes.myth"
printf 'kind unit is thing\nunit guards\nunit others\nforce north { from guards }\nadd to north { from oth ers }\nroster first of north { 1 others }\n' > "$TMP/add.myth"
cd "$TMP"
myth check bytes.myth
myth check add.myth
