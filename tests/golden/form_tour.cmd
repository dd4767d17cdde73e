for f in tests/tour/*/*.myth; do echo "==== $f"; myth fmt - < $f; done
