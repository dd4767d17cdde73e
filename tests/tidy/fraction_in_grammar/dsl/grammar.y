expr(A) ::= NUMBER(B). { float x = B; A = x; }
