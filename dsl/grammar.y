/*
 * The grammar of rule text, for lemon. It uses no precedence and no fallbacks, and has no
 * conflicts. Its actions build nodes; what they report themselves is little, such as a sign that
 * does not touch its digits.
 *
 * `error` stands where a line may be given up after a mistake: in lists of declarations, items,
 * rows, fields, statements and lines of examples. grammar_read.c then skips to the end of that
 * line, and over the deeper lines behind it.
 *
 * Places: the place of a node with a name is that of the name, but of a call or a dotted name it is
 * the whole (node_name_place gives the name's). The place of a statement without a name is its
 * first word, that of an expression the whole expression.
 */
%name grammar_lemon
%token_prefix T_
%token_type {struct token}
%extra_context {struct grammar_parse *p}
%start_symbol file
%stack_size 4000
%stack_overflow { grammar_too_deep(p, p->token); }
%syntax_error {
    p->failed = true;
    (void)yymajor;
    (void)TOKEN;
}

%include {
#include "grammar.h"

#include <string.h>

#include "grammar_int.h"
#include "grammar_node.h"
}

/* ---- Files and lists */

%type decls {struct list}
file ::= FILE.
file ::= FILE decls.
file ::= FILE decls NL.
file ::= HOLE expr(B).     { p->hole = B; }
decls(A) ::= decl_(B).          { A = list_of(B); p->root->file.decls = B; }
decls(A) ::= decls(B) NL decl_(C).  { A = list_add(B, C); }

%type decl_ {struct node *}
%type decl {struct node *}
decl_(A) ::= decl(B).      { A = B; }
decl_(A) ::= error.        { A = given_up(p); }
decl(A) ::= kind(B).       { A = B; }
decl(A) ::= thing(B).      { A = B; }
decl(A) ::= table(B).      { A = B; }
decl(A) ::= rule(B).       { A = B; }
decl(A) ::= quantity(B).   { A = B; }
decl(A) ::= figure(B).     { A = B; }
decl(A) ::= event(B).      { A = B; }
decl(A) ::= action(B).     { A = B; }
decl(A) ::= chart(B).      { A = B; }
decl(A) ::= die(B).        { A = B; }
decl(A) ::= force(B).      { A = B; }
decl(A) ::= roster(B).     { A = B; }
decl(A) ::= ruling(B).     { A = B; }
decl(A) ::= example(B).    { A = B; }
decl(A) ::= variant(B).    { A = B; }
decl(A) ::= FOR(T) EXAMPLES.   { A = word(p, NODE_FOR_EXAMPLES, T); }
decl(A) ::= ADD TO NAME(N) cites(B) body(C). {
    A = at(p, NODE_ADD_TO, N);
    A->add_to.items = C.first;
    A->cites = B.first;
}

%type names {struct list}
names(A) ::= NAME(B).                  { A = list_of(at(p, NODE_NAME, B)); }
names(A) ::= names(B) COMMA NAME(C).   { A = list_add(B, at(p, NODE_NAME, C)); }
%type cites {struct list}
cites(A) ::= .                         { A = list_none(); }
cites(A) ::= cites(B) CITE(C).         { A = list_add(B, cite(p, C)); }
%type label {struct node *}
label(A) ::= .                         { A = NULL; }
label(A) ::= STRING(B).                { A = text(p, B); }
%type tail {struct tail}
tail(A) ::= label(B) cites(C).         { A.label = B; A.cites = C; }
/* A note is the text of a printed card. In a blueprint it is a setting among others; elsewhere the
 * declaration keeps it (take_note). */
%type note {struct node *}
%type noted {struct noted}
%type texts {struct list}
note(A) ::= NOTE(T) texts(B) cites(C). { A = note(p, T, B, C); }
noted(A) ::= cites(B).                 { A = noted(NULL, B); }
noted(A) ::= cites(B) note(C).         { A = noted(C, B); }
texts(A) ::= STRING(B).                { A = list_of(text(p, B)); }
texts(A) ::= texts(B) COMMA STRING(C). { A = list_add(B, text(p, C)); }
%type values {struct list}
values(A) ::= value(B).                { A = list_of(B); }
values(A) ::= values(B) COMMA value(C).    { A = list_add(B, C); }

/* ---- Kinds and types */

%type kind {struct node *}
%type kind_head {struct node *}
%type kind_is {struct node *}
%type ranked {struct node *}
%type kind_fields {struct list}
%type fields {struct list}
%type field {struct node *}
kind(A) ::= kind_head(B).              { A = B; }
kind(A) ::= kind_head(B) LB kind_fields(C) RB. {
    take_note(p, B, &C, &B->kind_.note);
    A = with_flag(B, FLAG_BODY);
    A->kind_.fields = C.first;
}
kind_head(A) ::= KIND names(B) kind_is(C) ranked(D) stacks(S) label(E) noted(F). {
    A = with_flag(C, (unsigned)S);
    A->kind_.names = B.first;
    A->place = B.first->place;
    A->text = B.first->text;
    A->kind_.ranked = D;
    A->kind_.label = E;
    A->kind_.note = F.note;
    A->cites = F.cites.first;
}
kind_is(A) ::= .                       { A = word(p, NODE_KIND, p->token); }
kind_is(A) ::= IS NAME(B). {
    A = word(p, NODE_KIND, B);
    A->kind_.parent = at(p, NODE_NAME, B);
}
kind_is(A) ::= IS NAME(B) OF NAME(C). {
    A = word(p, NODE_KIND, B);
    A->kind_.parent = at(p, NODE_NAME, B);
    A->kind_.of = at(p, NODE_NAME, C);
}
kind_is(A) ::= IS LP enum_values(B) RP. {
    A = word(p, NODE_KIND, p->token);
    A->kind_.values = B.first;
}
ranked(A) ::= .                        { A = NULL; }
ranked(A) ::= RANKED NAME(B).          { A = at(p, NODE_NAME, B); }
%type stacks {int}
stacks(A) ::= .                        { A = 0; }
stacks(A) ::= stacks(B) STACKS.        { A = B | FLAG_STACKS; }
stacks(A) ::= stacks(B) ALIKE.         { A = B | FLAG_ALIKE; }

kind_fields(A) ::= .                   { A = list_none(); }
kind_fields(A) ::= fields(B).          { A = B; }
kind_fields(A) ::= fields(B) NL.       { A = B; }
fields(A) ::= field(B).                { A = list_of(B); }
fields(A) ::= fields(B) NL field(C).   { A = list_add(B, C); }
field(A) ::= names(B) type(C) secret(D) default(E) tail(F). {
    A = with_flag(node_new(p->arena, NODE_FIELD, B.first->place), (unsigned)D);
    A->text = B.first->text;
    A->field.names = B.first;
    A->field.type = C;
    A->field.value = E;
    A->field.label = F.label;
    A->cites = F.cites.first;
}
field(A) ::= DERIVE NAME(N) EQ expr(B) tail(C). {
    A = at(p, NODE_DERIVE, N);
    A->derive.value = B;
    A->derive.label = C.label;
    A->cites = C.cites.first;
}
field(A) ::= note(B).                  { A = B; }
field(A) ::= error.                    { A = word(p, NODE_MISTAKE, p->token); }
%type secret {int}
secret(A) ::= .                        { A = 0; }
secret(A) ::= SECRET.                  { A = FLAG_SECRET; }
secret(A) ::= SECRET NAME(N).          { A = secret_own(p, N); }
%type default {struct node *}
default(A) ::= .                       { A = NULL; }
default(A) ::= EQ value(B).            { A = B; }

%type enum_values {struct list}
%type enum_value {struct node *}
enum_values(A) ::= enum_value(B).      { A = list_of(B); }
enum_values(A) ::= enum_values(B) COMMA enum_value(C). { A = list_add(B, C); }
enum_value(A) ::= NAME(N) label(B).    { A = at(p, NODE_ENUM_VALUE, N); A->enum_value.label = B; }

%type type {struct node *}
%type base {struct node *}
%type span {struct node *}
%type signed {struct node *}
type(A) ::= base(B).                   { A = B; }
type(A) ::= base(B) span(C).           { A = B; A->type_name.span = C; }
type(A) ::= SET(S) OF base(B).         { A = word(p, NODE_TYPE_SET, S); A->type_set.of = B; }
type(A) ::= SET(S) OF LP(P) enum_values(B) RP. {
    A = word(p, NODE_TYPE_SET, S);
    A->type_set.of = word(p, NODE_TYPE_ENUM, P);
    A->type_set.of->type_enum.values = B.first;
}
type(A) ::= LP(P) enum_values(B) RP. {
    A = word(p, NODE_TYPE_ENUM, P);
    A->type_enum.values = B.first;
}
type(A) ::= PILE OF NAME(B).           { A = at(p, NODE_TYPE_PILE, B); }
base(A) ::= NAME(B).                   { A = at(p, NODE_TYPE_NAME, B); }
base(A) ::= NAME(B) OF NAME(C). {
    A = at(p, NODE_TYPE_OF, B);
    A->type_of.of = at(p, NODE_TYPE_NAME, C);
}
base(A) ::= NUMBER(B).                 { A = at(p, NODE_TYPE_NAME, B); }
base(A) ::= DIE(B).                    { A = at(p, NODE_TYPE_NAME, B); }
base(A) ::= PLACE(B).                  { A = at(p, NODE_TYPE_NAME, B); }
base(A) ::= PATH(B).                   { A = at(p, NODE_TYPE_NAME, B); }
span(A) ::= signed(B) DOTS signed(C).  { A = span(p, B, C); }
span(A) ::= LEN(B) DOTS LEN(C). {
    A = span(p, number(p, NODE_LENGTH, B), number(p, NODE_LENGTH, C));
}
signed(A) ::= NUM(B).                  { A = number(p, NODE_NUMBER, B); }
signed(A) ::= PLUS(S) NUM(B).          { A = with_sign(p, S, number(p, NODE_NUMBER, B), false); }
signed(A) ::= MINUS(S) NUM(B).         { A = with_sign(p, S, number(p, NODE_NUMBER, B), true); }

%type params {struct list}
%type param_list {struct list}
%type param {struct node *}
%type even_gone {int}
params(A) ::= .                        { A = list_none(); }
params(A) ::= LP RP.                   { A = list_none(); }
params(A) ::= LP param_list(B) RP.     { A = B; }
param_list(A) ::= param(B).            { A = list_of(B); }
param_list(A) ::= param_list(B) COMMA param(C). { A = list_add(B, C); }
param(A) ::= NAME(N) COLON role(B) even_gone(C) default(D). {
    A = with_flag(at(p, NODE_PARAM, N), C ? FLAG_EVEN_GONE : 0);
    A->param.type = B;
    A->param.value = D;
}
%type role {struct node *}
role(A) ::= type(B).                   { A = B; }
role(A) ::= span(B).                   { A = span_type(p, B); }
even_gone(A) ::= .                     { A = 0; }
even_gone(A) ::= EVEN_GONE.            { A = 1; }

/* ---- Blueprints and their items */

%type thing {struct node *}
%type thing_head {struct node *}
%type thing_name {struct node *}
%type of_name {struct node *}
%type like {struct node *}
%type body {struct list}
%type items {struct list}
%type item {struct node *}
thing(A) ::= thing_head(B).            { A = B; }
thing(A) ::= thing_head(B) body(C). {
    struct list items = B->thing.items ? list_of(B->thing.items) : list_none();
    items.first = joined(items, C);
    A = with_items(B, &B->thing.items, items);
}
thing_head(A) ::= thing_name(B) noted(C). {
    A = B;
    A->thing.items = C.note;
    A->cites = C.cites.first;
}
thing_name(A) ::= NAME(K) NAME(N) params(B) label(C) of_name(D) like(E) ranked(F). {
    A = thing(p, K, N, C, list_none());
    A->thing.params = B.first;
    A->thing.of = D;
    A->thing.like = E;
    A->thing.ranked = F;
}
of_name(A) ::= .                       { A = NULL; }
of_name(A) ::= OF NAME(B).             { A = at(p, NODE_NAME, B); }
like(A) ::= .                          { A = NULL; }
like(A) ::= LIKE NAME(B).              { A = at(p, NODE_NAME, B); }
body(A) ::= LB RB.                     { A = list_none(); }
body(A) ::= LB items(B) RB.            { A = B; }
body(A) ::= LB items(B) NL RB.         { A = B; }
items(A) ::= item(B).                  { A = list_of(B); }
items(A) ::= items(B) NL item(C).      { A = list_add(B, C); }

item(A) ::= error.                     { A = word(p, NODE_MISTAKE, p->token); }
item(A) ::= NAME(N) cites(B).          { A = setting(p, N, list_none(), B); }
item(A) ::= NAME(N) values(B) cites(C).    { A = setting(p, N, B, C); }
/* A field may be called `times`, too; so begins a row here as well, which goes on with `to`. */
item(A) ::= TIMES(N) add(B) cites(C).  { A = setting(p, N, list_of(B), C); }
item(A) ::= KEEP names(B) type(C) secret(D) default(E) tail(F). {
    A = with_flag(node_new(p->arena, NODE_MEMORY, B.first->place), (unsigned)D);
    A->text = B.first->text;
    A->memory.names = B.first;
    A->memory.type = C;
    A->memory.value = E;
    A->memory.label = F.label;
    A->cites = F.cites.first;
}
item(A) ::= NAME(N) body(B).           { A = at(p, NODE_MEMBERS, N); A->members.items = B.first; }
item(A) ::= NAME(K) NAME(N) body(B) cites(C). {
    A = thing(p, K, N, NULL, C);
    with_items(A, &A->thing.items, B);
}
item(A) ::= NAME(K) NAME(N) STRING(L) cites(B) body(C). {
    A = thing(p, K, N, text(p, L), B);
    with_items(A, &A->thing.items, C);
}
item(A) ::= member(B).                 { A = B; }
item(A) ::= member(B) body(C).         { A = with_items(B, &B->member.items, C); }
%type member {struct node *}
member(A) ::= NUM(K) NAME(N) label(B) like(C) cites(D). {
    A = at(p, NODE_MEMBER, N);
    A->number = K.number;
    A->member.label = B;
    A->member.like = C;
    A->cites = D.first;
}
item(A) ::= TABLE(T) SIZE(B) cites(C). {
    A = word(p, NODE_TABLE_SIZE, T);
    A->table_size.size = size(p, B);
    A->cites = C.first;
}
item(A) ::= OPTION(T) STRING(L) price(B) cites(C) body(D). {
    A = word(p, NODE_OPTION, T);
    A->option.label = text(p, L);
    A->option.price = B.a;
    A->option.field = B.b;
    A->option.items = D.first;
    A->cites = C.first;
}
%type price {struct pair}
price(A) ::= .                         { A.a = A.b = NULL; }
price(A) ::= NUM(B) NAME(C). {
    A.a = number(p, NODE_NUMBER, B);
    A.b = at(p, NODE_NAME, C);
}
item(A) ::= ADD(T) values(B) cites(C). {
    A = word(p, NODE_ITEM_ADD, T);
    A->item_add.values = B.first;
    A->cites = C.first;
}
item(A) ::= REMOVE(T) values(B) cites(C). {
    A = word(p, NODE_ITEM_REMOVE, T);
    A->item_remove.values = B.first;
    A->cites = C.first;
}
/* These belong to a force, and stand in an `add to` of one. */
item(A) ::= drawn(B).                  { A = B; }
item(A) ::= limit(B) cites(C).         { A = B; A->cites = C.first; }
item(A) ::= REMOVE(T) limit(B) cites(C). {
    A = word(p, NODE_ITEM_REMOVE, T);
    A->item_remove.values = B;
    A->cites = C.first;
}
item(A) ::= REPLACE(T) expr(B) WITH expr(C) cites(D). {
    A = word(p, NODE_ITEM_REPLACE, T);
    A->item_replace.old = B;
    A->item_replace.with = C;
    A->cites = D.first;
}
item(A) ::= note(B).                   { A = B; }
item(A) ::= rule(B).                   { A = B; }
item(A) ::= quantity(B).               { A = B; }
item(A) ::= event(B).                  { A = B; }
item(A) ::= action(B).                 { A = B; }
item(A) ::= chart(B).                  { A = B; }

%type table {struct node *}
%type table_rows {struct list}
%type table_row {struct node *}
%type cells {struct list}
%type cell {struct node *}
table(A) ::= TABLE NAME(N) LP names(B) RP cites(C) LB RB. {
    A = at(p, NODE_TABLE, N);
    A->table.columns = B.first;
    A->cites = C.first;
}
table(A) ::= TABLE NAME(N) LP names(B) RP cites(C) LB table_rows(D) nl RB. {
    A = at(p, NODE_TABLE, N);
    A->table.columns = B.first;
    A->table.rows = D.first;
    A->cites = C.first;
}
nl ::= .
nl ::= NL.
table_rows(A) ::= table_row(B).        { A = list_of(B); }
table_rows(A) ::= table_rows(B) NL table_row(C). { A = list_add(B, C); }
table_row(A) ::= NAME(N) cells(B) cites(C). {
    A = at(p, NODE_TABLE_ROW, N);
    A->table_row.cells = B.first;
    A->cites = C.first;
}
table_row(A) ::= error.                { A = word(p, NODE_MISTAKE, p->token); }
cells(A) ::= cell(B).                  { A = list_of(B); }
cells(A) ::= cells(B) cell(C).         { A = list_add(B, C); }
cell(A) ::= signed(B).                 { A = B; }
cell(A) ::= LEN(B).                    { A = number(p, NODE_LENGTH, B); }
cell(A) ::= MINUS(S) LEN(B).           { A = with_sign(p, S, number(p, NODE_LENGTH, B), true); }
cell(A) ::= SIZE(B).                   { A = size(p, B); }
cell(A) ::= STRING(B).                 { A = text(p, B); }
cell(A) ::= DIE_N(B).                  { A = number(p, NODE_DIE, B); }
cell(A) ::= YES(B).                    { A = truth(p, B, true); }
cell(A) ::= NO(B).                     { A = truth(p, B, false); }
cell(A) ::= NAME(B).                   { A = at(p, NODE_NAME, B); }
cell(A) ::= NAME(N) LP args(B) RP(E).  { A = call(p, N, B, E); }
cell(A) ::= LB(B) RB.                  { A = word(p, NODE_CELL_SET, B); }
cell(A) ::= LB(B) values(C) RB. {
    A = word(p, NODE_CELL_SET, B);
    A->cell_set.values = C.first;
}

/* ---- Numbers, truths, values and their rows */

%type quantity {struct node *}
%type number_head {struct node *}
%type truth_head {struct node *}
%type value_head {struct node *}
%type rows {struct list}
%type row_list {struct list}
%type row {struct node *}
%type of_names {struct list}
number_head(A) ::= NUMBER NAME(N) params(B) of_names(C) tail(D). {
    A = quantity(p, OP_NUMBER, N, B, C, D);
}
truth_head(A) ::= TRUTH NAME(N) params(B) of_names(C) tail(D). {
    A = quantity(p, OP_TRUTH, N, B, C, D);
}
value_head(A) ::= VALUE NAME(N) params(B) COLON type(C). {
    struct tail none = {NULL, {NULL, NULL}};
    A = quantity(p, OP_VALUE, N, B, list_none(), none);
    A->quantity.type = C;
}
of_names(A) ::= .                      { A = list_none(); }
of_names(A) ::= OF names(B).           { A = B; }
quantity(A) ::= truth_head(B).         { A = B; }
quantity(A) ::= number_head(B) LB rows(C) RB cites(D). { A = quantity_rows(p, B, C, D); }
quantity(A) ::= truth_head(B) LB rows(C) RB cites(D).  { A = quantity_rows(p, B, C, D); }
quantity(A) ::= value_head(B) tail(T) LB rows(C) RB cites(D). {
    B->quantity.label = T.label;
    B->cites = T.cites.first;
    A = quantity_rows(p, B, C, D);
}
quantity(A) ::= number_head(B) EQ expr(C) noted(N). {
    A = quantity_value(B, C, NULL, N);
}
quantity(A) ::= truth_head(B) EQ expr(C) noted(N). {
    A = quantity_value(B, C, NULL, N);
}
quantity(A) ::= value_head(B) EQ expr(C) noted(N). {
    A = quantity_value(B, C, NULL, N);
}
quantity(A) ::= number_head(B) EQ LUA STRING(C) noted(N). {
    A = quantity_value(B, NULL, text(p, C), N);
}
quantity(A) ::= value_head(B) EQ LUA STRING(C) noted(N). {
    A = quantity_value(B, NULL, text(p, C), N);
}

/* A figure is a value that battles are counted by. It may stand only at the top of a file, because
 * it is counted whatever is in force. */
%type figure {struct node *}
%type whose {struct list}
figure(A) ::= FIGURE NAME(N) tail(B) whose(C) EQ expr(D) noted(E). {
    A = quantity_value(quantity(p, OP_FIGURE, N, list_none(), C, B), D, NULL, E);
}
whose(A) ::= .                         { A = list_none(); }
whose(A) ::= OF NAME(B).               { A = list_of(at(p, NODE_NAME, B)); }

rows(A) ::= .                          { A = list_none(); }
rows(A) ::= row_list(B) nl.            { A = B; }
row_list(A) ::= row(B).                { A = list_of(B); }
row_list(A) ::= row_list(B) NL row(C). { A = list_add(B, C); }
row(A) ::= error.                      { A = word(p, NODE_MISTAKE, p->token); }
row(A) ::= own_row(B).                 { A = B; }
row(A) ::= note(B).                    { A = B; }
%type own_row {struct node *}
own_row(A) ::= START(T) expr(B) tail(C). {
    A = row_end(row_amount(p, T, OP_START, B), NULL, NULL, C);
}
own_row(A) ::= amount(B) per(C) when(D) tail(E).   { A = row_end(B, C, D, E); }
own_row(A) ::= HALVE(T) ROUNDED dir(B) step(C) when(D) tail(E). {
    A = row_end(row_halve(p, T, B, C), NULL, D, E);
}
own_row(A) ::= YES(T) when(B) tail(C).     { A = row_end(row_word(p, T, OP_YES), NULL, B, C); }
own_row(A) ::= NO(T) when(B) tail(C).      { A = row_end(row_word(p, T, OP_NO), NULL, B, C); }
own_row(A) ::= ROWS(T) WITHIN span(B) cites(C). {
    A = row_amount(p, T, OP_ROWS_WITHIN, B);
    A->cites = C.first;
}
own_row(A) ::= TOGETHER(T) WITHIN span(B) or_one(C) cites(D). {
    A = with_flag(row_amount(p, T, OP_TOGETHER_WITHIN, B), C ? FLAG_OR_ONE_ROW : 0);
    A->cites = D.first;
}
%type or_one {int}
or_one(A) ::= .                        { A = 0; }
or_one(A) ::= OR ONE ROW.              { A = 1; }

%type amount {struct node *}
amount(A) ::= PLUS(T) mul(B).          { A = row_amount(p, T, OP_PLUS, B); }
amount(A) ::= MINUS(T) mul(B).         { A = row_amount(p, T, OP_MINUS, B); }
amount(A) ::= EQ(T) add(B).            { A = row_amount(p, T, OP_SET, B); }
amount(A) ::= TIMES(T) add(B).         { A = row_amount(p, T, OP_TIMES, B); }
amount(A) ::= AT(T) LEAST add(B).      { A = row_amount(p, T, OP_AT_LEAST, B); }
amount(A) ::= AT(T) MOST add(B).       { A = row_amount(p, T, OP_AT_MOST, B); }
%type per {struct node *}
per(A) ::= .                           { A = NULL; }
per(A) ::= PER add(B).                 { A = B; }
%type when {struct node *}
when(A) ::= .                          { A = NULL; }
when(A) ::= WHEN expr(B).              { A = B; }
%type dir {int}
dir(A) ::= UP.                         { A = 1; }
dir(A) ::= DOWN.                       { A = 0; }
%type step {struct node *}
step(A) ::= .                          { A = NULL; }
step(A) ::= TO add(B).                 { A = B; }
%type numref {struct node *}
numref(A) ::= NAME(N).                 { A = at(p, NODE_NUMREF, N); }
numref(A) ::= NAME(N) OF NAME(B). {
    A = at(p, NODE_NUMREF, N);
    A->numref.of = at(p, NODE_NAME, B);
}

/* ---- Rules */

%type rule {struct node *}
%type moment {struct node *}
%type permit {struct node *}
rule(A) ::= amount(B) TO numref(C) per(D) when(E) tail(F). { A = row_end(row_to(B, C), D, E, F); }
rule(A) ::= HALVE(T) numref(B) ROUNDED dir(C) step(D) when(E) tail(F). {
    A = row_end(row_to(row_halve(p, T, C, D), B), NULL, E, F);
}
rule(A) ::= YES(T) TO numref(B) when(C) tail(D). {
    A = row_end(row_to(row_word(p, T, OP_YES), B), NULL, C, D);
}
rule(A) ::= NO(T) TO numref(B) when(C) tail(D). {
    A = row_end(row_to(row_word(p, T, OP_NO), B), NULL, C, D);
}
rule(A) ::= NO(T) ROW row_labels(B) TO numref(C) when(D) tail(E). {
    A = row_end(row_to(row_word(p, T, OP_SILENCE), C), NULL, D, E);
    A->row.silenced = B.first;
}
%type row_labels {struct list}
row_labels(A) ::= STRING(B).           { A = list_of(text(p, B)); }
row_labels(A) ::= row_labels(B) COMMA STRING(C). { A = list_add(B, text(p, C)); }
rule(A) ::= moment(M) event_refs(B) when(C) tail(D) block(E) cites(F). {
    A = with_cites(M, D.cites, F);
    A->trigger.events = B.first;
    A->trigger.when = C;
    A->trigger.label = D.label;
    A->trigger.body = E;
}
rule(A) ::= WHENEVER NAME(N) IN expr(B) tail(C) block(D) cites(E). {
    struct pair s = set_of(B);
    A = with_cites(at(p, NODE_WHENEVER, N), C.cites, E);
    A->whenever.set = s.a;
    A->whenever.where = s.b;
    A->whenever.label = C.label;
    A->whenever.body = D;
}
rule(A) ::= permit(M) event_refs(B) when(C) tail(D). {
    A = with_cites(M, D.cites, list_none());
    A->permit.events = B.first;
    A->permit.when = C;
    A->permit.label = D.label;
}
moment(A) ::= BEFORE(T).               { A = with_op(word(p, NODE_TRIGGER, T), OP_BEFORE); }
moment(A) ::= AFTER(T).                { A = with_op(word(p, NODE_TRIGGER, T), OP_AFTER); }
moment(A) ::= INSTEAD(T) OF.           { A = with_op(word(p, NODE_TRIGGER, T), OP_INSTEAD); }
permit(A) ::= FORBID(T).               { A = with_op(word(p, NODE_PERMIT, T), OP_FORBID); }
permit(A) ::= ALLOW(T).                { A = with_op(word(p, NODE_PERMIT, T), OP_ALLOW); }
%type event_refs {struct list}
%type event_ref {struct node *}
event_refs(A) ::= event_ref(B).        { A = list_of(B); }
event_refs(A) ::= event_refs(B) COMMA event_ref(C). { A = list_add(B, C); }
event_ref(A) ::= ANY(B) ACTION(C). {
    A = with_flag(spread(p, NODE_EVENT_REF, B.at, end_at(C)), FLAG_ANY);
}
event_ref(A) ::= NAME(B).              { A = at(p, NODE_EVENT_REF, B); }
event_ref(A) ::= DESTROY(B).           { A = at(p, NODE_EVENT_REF, B); }
event_ref(A) ::= PLACE(B).             { A = at(p, NODE_EVENT_REF, B); }
event_ref(A) ::= REMOVE(B).            { A = at(p, NODE_EVENT_REF, B); }
event_ref(A) ::= DRAW(B).              { A = at(p, NODE_EVENT_REF, B); }
event_ref(A) ::= REVEAL(B).            { A = at(p, NODE_EVENT_REF, B); }
event_ref(A) ::= SCORE(B).             { A = at(p, NODE_EVENT_REF, B); }
event_ref(A) ::= GIVE(B).              { A = at(p, NODE_EVENT_REF, B); }
event_ref(A) ::= TAKE(B).              { A = at(p, NODE_EVENT_REF, B); }
event_ref(A) ::= CREATE(B).            { A = at(p, NODE_EVENT_REF, B); }

/* ---- Events and what they do */

%type event {struct node *}
%type event_head {struct node *}
%type action {struct node *}
%type action_head {struct node *}
%type told {struct told}
%type block {struct node *}
%type statements {struct list}
%type statement {struct node *}
%type simple {struct node *}
%type compound {struct node *}
event(A) ::= event_head(B).            { A = B; }
event(A) ::= event_head(B) block(C) cites(D). {
    A = B;
    A->event.body = C;
    more_cites(A, D);
    take_note_of_block(p, A, C, &A->event.note);
}
event_head(A) ::= EVENT NAME(N) params(B) told(C) noted(D). {
    A = at(p, NODE_EVENT, N);
    A->event.params = B.first;
    A->event.label = C.label;
    A->event.told = C.told;
    A->event.note = D.note;
    A->cites = D.cites.first;
}
action(A) ::= action_head(B) block(C) cites(D). {
    A = B;
    A->action.body = C;
    more_cites(A, D);
    take_note_of_block(p, A, C, &A->action.note);
}
action_head(A) ::= ACTION NAME(N) params(B) DURING names(C) told(D) noted(E). {
    A = at(p, NODE_ACTION, N);
    A->action.params = B.first;
    A->action.during = C.first;
    A->action.label = D.label;
    A->action.told = D.told;
    A->action.note = E.note;
    A->cites = E.cites.first;
}
told(A) ::= label(B).                  { A.label = B; A.told = NULL; }
told(A) ::= STRING(B) AS STRING(C).    { A.label = text(p, B); A.told = text(p, C); }
block(A) ::= LB(T) RB.                 { A = block(p, T, list_none()); }
block(A) ::= LB(T) statements(B) nl RB.    { A = block(p, T, B); }
statements(A) ::= statement(B).        { A = list_of(B); }
statements(A) ::= statements(B) NL statement(C). { A = list_add(B, C); }
statement(A) ::= note(B).              { A = B; }
statement(A) ::= error.                { A = word(p, NODE_MISTAKE, p->token); }
statement(A) ::= simple(B) cites(C).   { A = B; more_cites(A, C); }
statement(A) ::= compound(B) cites(C). { A = B; more_cites(A, C); }

simple(A) ::= LET NAME(N) EQ rhs(B).   { A = at(p, NODE_LET, N); A->let.value = kept(p, B); }
simple(A) ::= KEEP NAME(N) EQ rhs(B).  { A = at(p, NODE_KEEP, N); A->keep.value = kept(p, B); }
simple(A) ::= KEEP NAME(N) type(B) default(C). {
    A = at(p, NODE_KEEP, N);
    A->keep.type = B;
    A->keep.value = C;
}
simple(A) ::= path(B) EQ rhs(C).           { A = assigned(p, B, OP_SET, kept(p, C)); }
simple(A) ::= path(B) PLUS_EQ expr(C).     { A = assigned(p, B, OP_PLUS, C); }
simple(A) ::= path(B) MINUS_EQ expr(C).    { A = assigned(p, B, OP_MINUS, C); }
simple(A) ::= doing(B).                { A = B; }
simple(A) ::= NEEDS(T) expr(B) label(C). {
    A = word(p, NODE_NEEDS, T);
    A->needs.cond = B;
    A->needs.label = C;
}
simple(A) ::= PAY(T) add(B) FROM post(C). {
    A = word(p, NODE_PAY, T);
    A->pay.amount = B;
    A->pay.source = C;
}
simple(A) ::= LIMIT(T) ONCE(K) PER limit_scope(S) limit_end(B). {
    A = limited(p, T, count_of(p, K, 1), S, B);
}
simple(A) ::= LIMIT(T) TWICE(K) PER limit_scope(S) limit_end(B). {
    A = limited(p, T, count_of(p, K, 2), S, B);
}
simple(A) ::= LIMIT(T) post(K) TIMES PER limit_scope(S) limit_end(B). {
    A = limited(p, T, K, S, B);
}
%type limit_scope {struct list}
limit_scope(A) ::= event_ref(B).       { A = list_of(B); }
limit_scope(A) ::= limit_scope(B) OR event_ref(C). { A = list_add(B, C); }
%type limit_end {struct pair}
limit_end(A) ::= for_post(B).          { A.a = B; A.b = NULL; }
limit_end(A) ::= for_post(B) AS NAME(C).   { A.a = B; A.b = at(p, NODE_NAME, C); }
%type for_post {struct node *}
for_post(A) ::= .                      { A = NULL; }
for_post(A) ::= FOR post(B).           { A = B; }

simple(A) ::= give(B).                 { A = B; }
simple(A) ::= give(B) UNTIL until(C).  { A = B; A->give.until = C; }
simple(A) ::= give(B) WHILE expr(C).   { A = B; A->give.cond = C; }
%type give {struct node *}
give(A) ::= GIVE(T) post(B) TO expr(C). {
    A = word(p, NODE_GIVE, T);
    A->give.feature = B;
    A->give.taker = C;
}
%type until {struct node *}
until(A) ::= NAME(N) ENDS when(B). {
    A = with_op(at(p, NODE_UNTIL, N), OP_ENDS);
    A->until.when = B;
}
until(A) ::= NEXT NAME(N) BEGINS when(B). {
    A = with_op(at(p, NODE_UNTIL, N), OP_NEXT_BEGINS);
    A->until.when = B;
}
until(A) ::= NEXT NAME(N) ENDS when(B). {
    A = with_op(at(p, NODE_UNTIL, N), OP_NEXT_ENDS);
    A->until.when = B;
}
simple(A) ::= TAKE(T) post(B) FROM expr(C). {
    A = word(p, NODE_TAKE, T);
    A->take.feature = B;
    A->take.bearer = C;
}
simple(A) ::= PLACE(T) expr(B) AT expr(C). {
    A = word(p, NODE_PLACE, T);
    A->place_.what = B;
    A->place_.spot = C;
}
simple(A) ::= PUT(T) expr(B) ON expr(C). {
    A = with_op(word(p, NODE_PUT, T), OP_ON);
    A->put.what = B;
    A->put.pile = C;
}
simple(A) ::= PUT(T) expr(B) UNDER expr(C). {
    A = with_op(word(p, NODE_PUT, T), OP_UNDER);
    A->put.what = B;
    A->put.pile = C;
}
simple(A) ::= REMOVE(T) expr(B).       { A = word(p, NODE_REMOVE, T); A->remove_.what = B; }
simple(A) ::= DESTROY(T) expr(B).      { A = word(p, NODE_DESTROY, T); A->destroy.what = B; }
simple(A) ::= SHUFFLE(T) expr(B).      { A = word(p, NODE_SHUFFLE, T); A->shuffle.what = B; }
simple(A) ::= REVEAL(T) expr(B).       { A = word(p, NODE_REVEAL, T); A->reveal.what = B; }
simple(A) ::= score(B) label(C).       { A = B; A->score.label = C; }
simple(A) ::= score(B) AS value(C).    { A = B; A->score.label = C; }
%type score {struct node *}
score(A) ::= SCORE(T) add(B) TO expr(C). {
    A = word(p, NODE_SCORE, T);
    A->score.amount = B;
    A->score.player = C;
}
simple(A) ::= WIN(T) post(B) label(C). {
    A = word(p, NODE_WIN, T);
    A->win.player = B;
    A->win.label = C;
}
simple(A) ::= TIE(T) label(B).         { A = word(p, NODE_TIE, T); A->tie.label = B; }
simple(A) ::= STOP(T).                 { A = word(p, NODE_STOP, T); }
simple(A) ::= STOP NAME(B).            { A = at(p, NODE_STOP, B); }
simple(A) ::= CANCEL(T).               { A = word(p, NODE_CANCEL, T); }
simple(A) ::= SAY(T) STRING(B).        { A = word(p, NODE_SAY, T); A->say.label = text(p, B); }

%type rhs {struct node *}
rhs(A) ::= value(B).                   { A = B; }
rhs(A) ::= doing(B).                   { A = B; }
rhs(A) ::= MAY(T) STRING(B). {
    A = word(p, NODE_MAY_ASK, T);
    A->may_ask.label = text(p, B);
}
%type doing {struct node *}
doing(A) ::= DO NAME(N).               { A = at(p, NODE_DO, N); }
doing(A) ::= DO NAME(N) LP args(B) RP. { A = at(p, NODE_DO, N); A->do_.args = B.first; }
doing(A) ::= offer(B).                 { A = B; }
doing(A) ::= MUST offer(B).            { A = with_flag(B, FLAG_MUST); }
%type offer {struct node *}
offer(A) ::= OFFER NAME(N) TO post(B) for_post(C) label(D). {
    A = at(p, NODE_OFFER, N);
    A->offer.player = B;
    A->offer.actor = C;
    A->offer.label = D;
}
doing(A) ::= CREATE(T) post(B) onto(C) for_post(D). {
    A = word(p, NODE_CREATE, T);
    A->create.what = B;
    A->create.spot = C.a;
    A->create.pile = C.b;
    A->create.owner = D;
}
%type onto {struct pair}
onto(A) ::= .                          { A.a = A.b = NULL; }
onto(A) ::= AT add(B).                 { A.a = B; A.b = NULL; }
onto(A) ::= ON add(B).                 { A.a = NULL; A.b = B; }
doing(A) ::= DRAW(T) add(B) FROM post(C) TO post(D). {
    A = word(p, NODE_DRAW, T);
    A->draw.count = B;
    A->draw.source = C;
    A->draw.taker = D;
}

%type choose {struct node *}
%type chosen {struct node *}
%type picked {struct node *}
statement(A) ::= choose(B) cites(C).   { A = B; more_cites(A, C); }
statement(A) ::= choose(B) cites(C) block(D) otherwise(E) cites(F). {
    A = choose_then(B, D, E);
    more_cites(A, C);
    more_cites(A, F);
}
%type otherwise {struct node *}
otherwise(A) ::= .                     { A = NULL; }
otherwise(A) ::= ELSE block(B).        { A = B; }
choose(A) ::= CHOOSE chosen(B).        { A = B; }
choose(A) ::= MAY CHOOSE chosen(B).    { A = with_flag(B, FLAG_MAY); }
chosen(A) ::= picked(B) IN expr(C) label(D).   { A = chosen_from(B, C, D); }
picked(A) ::= NAME(N).                 { A = chosen(p, N, OP_ONE, NULL, NULL); }
picked(A) ::= post(B) NAME(N).         { A = chosen(p, N, OP_COUNT, B, NULL); }
picked(A) ::= post(B) DOTS post(C) NAME(N).    { A = chosen(p, N, OP_SPAN, B, C); }
picked(A) ::= UP TO post(B) NAME(N).   { A = chosen(p, N, OP_UP_TO, NULL, B); }
picked(A) ::= ANY NAME(N).             { A = chosen(p, N, OP_ANY, NULL, NULL); }
picked(A) ::= SET NAME(N).             { A = chosen(p, N, OP_SET_OF, NULL, NULL); }
chosen(A) ::= FACING NAME(N) FOR add(B) where(C) label(D). {
    A = at(p, NODE_CHOOSE_FACING, N);
    A->choose_facing.who = B;
    A->choose_facing.where = C;
    A->choose_facing.label = D;
}
chosen(A) ::= PLACE NAME(N) for_add(B) in_add(C) within(D) where(E) label(F). {
    A = at(p, NODE_CHOOSE_PLACE, N);
    A->choose_place.who = B;
    A->choose_place.zone = C;
    A->choose_place.reach = D.a;
    A->choose_place.of = D.b;
    A->choose_place.where = E;
    A->choose_place.label = F;
}
chosen(A) ::= PATH NAME(N) by_steps(S) FOR add(B) UP TO add(C) where(D) label(E). {
    A = at(p, NODE_CHOOSE_PATH, N);
    A->choose_path.who = B;
    A->choose_path.reach = C;
    A->choose_path.where = D;
    A->choose_path.label = E;
    if (S) A->flags |= FLAG_STEPS;
}
%type by_steps {bool}
by_steps(A) ::= .                      { A = false; }
by_steps(A) ::= NAME(B) NAME(S).       { A = by_steps(p, B, S); }
%type where {struct node *}
where(A) ::= .                         { A = NULL; }
where(A) ::= WHERE tern(B).            { A = B; }
%type for_add {struct node *}
for_add(A) ::= .                       { A = NULL; }
for_add(A) ::= FOR add(B).             { A = B; }
%type in_add {struct node *}
in_add(A) ::= .                        { A = NULL; }
in_add(A) ::= IN add(B).               { A = B; }
%type within {struct pair}
within(A) ::= .                        { A.a = A.b = NULL; }
within(A) ::= WITHIN add(B) OF add(C). { A.a = B; A.b = C; }

%type cases {struct list}
%type case {struct node *}
compound(A) ::= CHOOSE(T) ONE label(B) LB RB. {
    A = word(p, NODE_CHOOSE_ONE, T);
    A->choose_one.label = B;
}
compound(A) ::= CHOOSE(T) ONE label(B) LB cases(C) nl RB. {
    A = word(p, NODE_CHOOSE_ONE, T);
    A->choose_one.label = B;
    A->choose_one.cases = C.first;
}
cases(A) ::= case(B).                  { A = list_of(B); }
cases(A) ::= cases(B) NL case(C).      { A = list_add(B, C); }
case(A) ::= error.                     { A = word(p, NODE_MISTAKE, p->token); }
case(A) ::= STRING(T) when(B) block(C) cites(D). {
    A = word(p, NODE_CASE, T);
    A->case_.label = text(p, T);
    A->case_.when = B;
    A->case_.body = C;
    A->cites = D.first;
}
compound(A) ::= MAY(T) STRING(B) cites(C) block(D) otherwise(E). {
    A = word(p, NODE_MAY, T);
    A->may.label = text(p, B);
    A->may.body = D;
    A->may.other = E;
    A->cites = C.first;
}
%type if {struct node *}
compound(A) ::= if(B).                 { A = B; }
if(A) ::= IF(T) expr(B) cites(C) block(D) otherwise(E). {
    A = looped(p, NODE_IF, T, B, C, D);
    A->if_.other = E;
}
if(A) ::= IF(T) expr(B) cites(C) block(D) ELSE if(E). {
    A = looped(p, NODE_IF, T, B, C, D);
    A->if_.other = E;
}
compound(A) ::= WHILE(T) expr(B) cites(C) block(D).    { A = looped(p, NODE_WHILE, T, B, C, D); }
compound(A) ::= REPEAT(T) expr(B) cites(C) block(D).   { A = looped(p, NODE_REPEAT, T, B, C, D); }
compound(A) ::= FOR NAME(N) IN expr(B) cites(C) block(D). {
    struct pair s = set_of(B);
    A = at(p, NODE_FOR, N);
    A->for_.set = s.a;
    A->for_.where = s.b;
    A->for_.body = D;
    A->cites = C.first;
}
compound(A) ::= DIVIDE expr(B) AMONG expr(C) AS NAME(N) label(D) block(E). {
    A = at(p, NODE_DIVIDE, N);
    A->divide.count = B;
    A->divide.among = C;
    A->divide.label = D;
    A->divide.body = E;
}
compound(A) ::= ASK(T) post(B) block(C).   { A = looped(p, NODE_ASK, T, B, list_none(), C); }
compound(A) ::= ASK EACH NAME(N) IN expr(B) block(C). {
    struct pair s = set_of(B);
    A = at(p, NODE_ASK_EACH, N);
    A->ask_each.set = s.a;
    A->ask_each.where = s.b;
    A->ask_each.body = C;
}

/* ---- Charts, dice, forces, rosters, rulings */

%type chart {struct node *}
%type chart_cases {struct list}
%type chart_case {struct node *}
%type keys {struct list}
%type key {struct node *}
chart(A) ::= CHART NAME(N) params(B) tail(C) LB chart_cases(D) nl RB. {
    A = at(p, NODE_CHART, N);
    A->chart.params = B.first;
    A->chart.label = C.label;
    A->cites = C.cites.first;
    take_note(p, A, &D, &A->chart.note);
    A->chart.cases = D.first;
}
chart_cases(A) ::= chart_case(B).      { A = list_of(B); }
chart_cases(A) ::= chart_cases(B) NL chart_case(C). { A = list_add(B, C); }
chart_case(A) ::= note(B).             { A = B; }
chart_case(A) ::= error.               { A = word(p, NODE_MISTAKE, p->token); }
chart_case(A) ::= keys(B) cells(C) cites(D). {
    A = node_new(p->arena, NODE_CHART_CASE, B.first->place);
    A->chart_case.keys = B.first;
    A->chart_case.cells = C.first;
    A->cites = D.first;
}
keys(A) ::= key(B).                    { A = list_of(B); }
keys(A) ::= keys(B) COMMA key(C).      { A = list_add(B, C); }
key(A) ::= signed(B).                  { A = B; }
key(A) ::= span(B).                    { A = B; }
key(A) ::= NAME(B).                    { A = at(p, NODE_NAME, B); }
key(A) ::= DIE_N(B).                   { A = number(p, NODE_DIE, B); }
key(A) ::= ELSE(B).                    { A = word(p, NODE_ELSE_KEY, B); }

%type die {struct node *}
%type faces {struct list}
%type face {struct node *}
die(A) ::= DIE NAME(N) label(B) noted(D) LB faces(C) RB. {
    A = at(p, NODE_DIE_DECL, N);
    A->die_decl.label = B;
    A->die_decl.note = D.note;
    A->die_decl.faces = C.first;
    A->cites = D.cites.first;
}
faces(A) ::= face(B).                  { A = list_of(B); }
faces(A) ::= faces(B) COMMA face(C).   { A = list_add(B, C); }
face(A) ::= signed(B).                 { A = B; }
face(A) ::= span(B).                   { A = B; }
face(A) ::= NAME(B).                   { A = at(p, NODE_NAME, B); }

%type force {struct node *}
%type force_limits {struct list}
%type force_limit {struct node *}
%type bound {struct node *}
force(A) ::= FORCE NAME(N) tail(B) LB RB. {
    A = at(p, NODE_FORCE, N);
    A->force.label = B.label;
    A->cites = B.cites.first;
}
force(A) ::= FORCE NAME(N) tail(B) LB force_limits(C) nl RB. {
    A = at(p, NODE_FORCE, N);
    A->force.label = B.label;
    A->cites = B.cites.first;
    take_note(p, A, &C, &A->force.note);
    A->force.limits = C.first;
}
force_limits(A) ::= force_limit(B).    { A = list_of(B); }
force_limits(A) ::= force_limits(B) NL force_limit(C). { A = list_add(B, C); }
force_limit(A) ::= note(B).            { A = B; }
force_limit(A) ::= error.              { A = word(p, NODE_MISTAKE, p->token); }
force_limit(A) ::= drawn(B).           { A = B; }
force_limit(A) ::= limit(B) cites(C).  { A = B; A->cites = C.first; }
%type drawn {struct node *}
drawn(A) ::= FROM(T) names(B) cites(C). {
    A = word(p, NODE_FORCE_FROM, T);
    A->force_from.names = B.first;
    A->cites = C.first;
}
%type limit {struct node *}
limit(A) ::= bound(B) NAME(N).         { A = limit(p, B, N); }
limit(A) ::= bound(B) NAME(N) PER NUM(L) NAME(M). {
    A = limit(p, B, N);
    A->force_limit.per_count = number(p, NODE_NUMBER, L);
    A->force_limit.per = at(p, NODE_NAME, M);
}
bound(A) ::= EXACTLY(T) NUM(K).        { A = bound(p, T, OP_EXACTLY, K); }
bound(A) ::= AT(T) MOST NUM(K).        { A = bound(p, T, OP_AT_MOST, K); }
bound(A) ::= AT(T) LEAST NUM(K).       { A = bound(p, T, OP_AT_LEAST, K); }

%type roster {struct node *}
%type roster_entries {struct list}
%type roster_entry {struct node *}
%type options {struct list}
%type option_list {struct list}
%type option {struct node *}
roster(A) ::= ROSTER NAME(N) label(B) OF NAME(C) cites(D) LB RB. {
    A = at(p, NODE_ROSTER, N);
    A->roster.label = B;
    A->roster.force = at(p, NODE_NAME, C);
    A->cites = D.first;
}
roster(A) ::= ROSTER NAME(N) label(B) OF NAME(C) cites(D) LB roster_entries(E) nl RB. {
    A = at(p, NODE_ROSTER, N);
    A->roster.label = B;
    A->roster.force = at(p, NODE_NAME, C);
    A->cites = D.first;
    take_note(p, A, &E, &A->roster.note);
    A->roster.entries = E.first;
}
roster_entries(A) ::= roster_entry(B). { A = list_of(B); }
roster_entries(A) ::= roster_entries(B) NL roster_entry(C). { A = list_add(B, C); }
roster_entry(A) ::= note(B).           { A = B; }
roster_entry(A) ::= error.             { A = word(p, NODE_MISTAKE, p->token); }
roster_entry(A) ::= NUM(K) NAME(N) label(B) options(C) cites(D). {
    A = at(p, NODE_ROSTER_ENTRY, N);
    A->number = K.number;
    A->roster_entry.label = B;
    A->roster_entry.options = C.first;
    A->cites = D.first;
}
options(A) ::= .                       { A = list_none(); }
options(A) ::= LB RB.                  { A = list_none(); }
options(A) ::= LB option_list(B) nl RB.    { A = B; }
option_list(A) ::= option(B).          { A = list_of(B); }
option_list(A) ::= option_list(B) NL option(C). { A = list_add(B, C); }
option(A) ::= OPTION STRING(B).        { A = text(p, B); }

%type ruling {struct node *}
%type readings {struct list}
%type reading {struct node *}
ruling(A) ::= RULING NAME(N) tail(B) LB readings(C) nl RB. {
    A = at(p, NODE_RULING, N);
    A->ruling.label = B.label;
    A->cites = B.cites.first;
    take_note(p, A, &C, &A->ruling.note);
    A->ruling.readings = C.first;
}
readings(A) ::= reading(B).            { A = list_of(B); }
readings(A) ::= readings(B) NL reading(C). { A = list_add(B, C); }
reading(A) ::= note(B).                { A = B; }
reading(A) ::= error.                  { A = word(p, NODE_MISTAKE, p->token); }
reading(A) ::= NAME(N) STRING(B) cites(C). {
    A = at(p, NODE_READING, N);
    A->reading.label = text(p, B);
    A->cites = C.first;
}

/* ---- Examples */

%type example {struct node *}
%type example_word {struct node *}
%type lines {struct list}
%type line {struct node *}
%type setup {struct node *}
example(A) ::= example_word(B) STRING(C) cites(D) LB RB. {
    A = B;
    A->example.label = text(p, C);
    A->cites = D.first;
}
example(A) ::= example_word(B) STRING(C) cites(D) LB lines(E) nl RB. {
    A = B;
    A->example.label = text(p, C);
    A->example.lines = E.first;
    A->cites = D.first;
}
example_word(A) ::= EXAMPLE(T).        { A = with_op(word(p, NODE_EXAMPLE, T), OP_EXAMPLE); }
example_word(A) ::= CHANCES(T).        { A = with_op(word(p, NODE_EXAMPLE, T), OP_CHANCES); }
lines(A) ::= line(B).                  { A = list_of(B); }
lines(A) ::= lines(B) NL line(C).      { A = list_add(B, C); }
line(A) ::= error.                     { A = word(p, NODE_MISTAKE, p->token); }
line(A) ::= setup(B).                  { A = B; }
line(A) ::= GIVEN setup(B).            { A = B; }
line(A) ::= WHEN(T) call(B).           { A = word(p, NODE_WHEN, T); A->when_.call = B; }
line(A) ::= ROLLS(T) thrown(B).        { A = word(p, NODE_ROLLS, T); A->rolls.faces = B.first; }
line(A) ::= PICKS(T) answers(B).       { A = word(p, NODE_PICKS, T); A->picks.values = B.first; }
line(A) ::= SHOW(T) values(B).         { A = word(p, NODE_SHOW, T); A->show.values = B.first; }
line(A) ::= EXPECT(T) expr(B) label(C). {
    A = word(p, NODE_EXPECT, T);
    A->expect.cond = B;
    A->expect.label = C;
}
line(A) ::= EXPECT(T) ROWS OF numref(B) ARE labels(C). {
    A = word(p, NODE_EXPECT_ROWS, T);
    A->expect_rows.number = B;
    A->expect_rows.labels = C.first;
}
line(A) ::= EXPECT(T) ROWS OF numref(B) ARE NAME(C). {
    A = word(p, NODE_EXPECT_ROWS, T);
    A->expect_rows.number = B;
    A->expect_rows.labels = at(p, NODE_NAME, C);
}
%type labels {struct list}
labels(A) ::= STRING(B).               { A = list_of(text(p, B)); }
labels(A) ::= labels(B) COMMA STRING(C).   { A = list_add(B, text(p, C)); }
/* The line `picks` of an example: answers, and between them statements about the question that the
 * next answer is for. */
%type answers {struct list}
%type answer {struct node *}
answers(A) ::= answer(B).              { A = list_of(B); }
answers(A) ::= answers(B) COMMA answer(C). { A = list_add(B, C); }
answer(A) ::= value(B).                { A = B; }
answer(A) ::= expr(B) STRING(C).       { A = binary(p, NODE_SAID_WHY, B, text(p, C)); }
answer(A) ::= STRING(B) IS NAME(C).    { A = text_is(p, B, C, 0); }
answer(A) ::= STRING(B) IS NOT NAME(C).    { A = text_is(p, B, C, FLAG_NOT); }
%type thrown {struct list}
%type thrown_face {struct node *}
thrown(A) ::= thrown_face(B).          { A = list_of(B); }
thrown(A) ::= thrown(B) thrown_face(C).    { A = list_add(B, C); }
thrown_face(A) ::= signed(B).          { A = B; }
thrown_face(A) ::= NAME(B).            { A = at(p, NODE_NAME, B); }
setup(A) ::= path(B) HAS NAME(C) has_as(D). {
    A = given_has(p, B, at(p, NODE_NAME, C), 1);
    A->text = D.a ? D.a->text : A->text;
    A->given_has.spot = D.b;
}
setup(A) ::= path(B) HAS NUM(K) NAME(C) has_as(D). {
    A = given_has(p, B, at(p, NODE_NAME, C), K.number);
    A->text = D.a ? D.a->text : A->text;
    A->given_has.spot = D.b;
}
%type has_as {struct pair}
has_as(A) ::= onto_at(B).              { A.a = NULL; A.b = B; }
has_as(A) ::= AS NAME(C) onto_at(B).   { A.a = at(p, NODE_NAME, C); A.b = B; }
%type onto_at {struct node *}
onto_at(A) ::= .                       { A = NULL; }
onto_at(A) ::= AT spots(B).            { A = B.first; }
%type spots {struct list}
spots(A) ::= add(B).                   { A = list_of(B); }
spots(A) ::= spots(B) COMMA add(C).    { A = list_add(B, C); }
setup(A) ::= path(B) HAS call(C) has_as(D). {
    A = given_has(p, B, C, 1);
    A->text = D.a ? D.a->text : A->text;
    A->given_has.spot = D.b;
}
setup(A) ::= NAME(K) NAME(N). {
    A = at(p, NODE_GIVEN_NAMED, N);
    A->given_named.kind = at(p, NODE_NAME, K);
}
/* `given roster of FORCE { … }`: the example says whether this roster is legal. */
setup(A) ::= ROSTER(T) OF NAME(C) LB RB. {
    A = word(p, NODE_ROSTER, T);
    A->roster.force = at(p, NODE_NAME, C);
}
setup(A) ::= ROSTER(T) OF NAME(C) LB roster_entries(E) nl RB. {
    A = word(p, NODE_ROSTER, T);
    A->roster.force = at(p, NODE_NAME, C);
    take_note(p, A, &E, &A->roster.note);
    A->roster.entries = E.first;
}
setup(A) ::= path(B) EQ expr(C). {
    A = node_new(p->arena, NODE_GIVEN_SET, B->place);
    A->given_set.target = B;
    A->given_set.value = C;
}

/* ---- Variants */

%type variant {struct node *}
%type changes {struct list}
%type change {struct node *}
%type change_ {struct node *}
variant(A) ::= VARIANT NAME(N) OF NAME(B) tail(C) LB RB. {
    A = at(p, NODE_VARIANT, N);
    A->variant.of = at(p, NODE_NAME, B);
    A->variant.label = C.label;
    A->cites = C.cites.first;
}
variant(A) ::= VARIANT NAME(N) OF NAME(B) tail(C) LB changes(D) nl RB. {
    A = at(p, NODE_VARIANT, N);
    A->variant.of = at(p, NODE_NAME, B);
    A->variant.label = C.label;
    A->variant.changes = D.first;
    A->cites = C.cites.first;
}
changes(A) ::= change_(B).             { A = list_of(B); }
changes(A) ::= changes(B) NL change_(C).   { A = list_add(B, C); }
change_(A) ::= change(B).              { A = B; }
change_(A) ::= error.                  { A = word(p, NODE_MISTAKE, p->token); }
change(A) ::= decl(B).                 { A = B; }
change(A) ::= REPLACE(T) decl(B). {
    A = word(p, NODE_REPLACE_DECL, T);
    A->replace_decl.decl = B;
}
change(A) ::= REPLACE(T) ROW STRING(L) OF numref(N) LB new_rows(B) nl RB cites(C). {
    A = word(p, NODE_REPLACE_ROW, T);
    A->replace_row.row = text(p, L);
    A->replace_row.of = N;
    A->replace_row.rows = B.first;
    A->cites = C.first;
}
change(A) ::= REMOVE(T) ROW STRING(L) OF numref(N) cites(B). {
    A = word(p, NODE_REMOVE_ROW, T);
    A->remove_row.row = text(p, L);
    A->remove_row.of = N;
    A->cites = B.first;
}
change(A) ::= REMOVE removed(K) NAME(N) of_names(B) cites(C). {
    A = at(p, NODE_REMOVE_DECL, N);
    A->remove_decl.kind = K;
    A->remove_decl.of = B.first;
    A->cites = C.first;
}
change(A) ::= REMOVE example_word(B) STRING(L) cites(C). {
    A = word(p, NODE_REMOVE_DECL, L);
    A->remove_decl.kind = node_new(p->arena, NODE_NAME, B->place);
    A->remove_decl.kind->text = diag_span(p->diags, B->place);
    A->remove_decl.label = text(p, L);
    A->text = A->remove_decl.label->text;
    A->cites = C.first;
}
change(A) ::= REMOVE path(T) DOT NAME(N) cites(B). {
    A = at(p, NODE_REMOVE_FIELD, N);
    A->remove_field.thing = T;
    A->cites = B.first;
}
change(A) ::= RULING NAME(N) EQ NAME(B) cites(C). {
    A = at(p, NODE_SET_RULING, N);
    A->set_ruling.reading = at(p, NODE_NAME, B);
    A->cites = C.first;
}
change(A) ::= path(T) DOT NAME(N) EQ values(B) cites(C). {
    A = at(p, NODE_SET_FIELD, N);
    A->set_field.thing = T;
    A->set_field.values = B.first;
    A->cites = C.first;
}
%type removed {struct node *}
removed(A) ::= NAME(T).                { A = at(p, NODE_NAME, T); }
removed(A) ::= KIND(T).                { A = at(p, NODE_NAME, T); }
removed(A) ::= NUMBER(T).              { A = at(p, NODE_NAME, T); }
removed(A) ::= TRUTH(T).               { A = at(p, NODE_NAME, T); }
removed(A) ::= VALUE(T).               { A = at(p, NODE_NAME, T); }
removed(A) ::= FIGURE(T).              { A = at(p, NODE_NAME, T); }
removed(A) ::= EVENT(T).               { A = at(p, NODE_NAME, T); }
removed(A) ::= ACTION(T).              { A = at(p, NODE_NAME, T); }
removed(A) ::= CHART(T).               { A = at(p, NODE_NAME, T); }
removed(A) ::= DIE(T).                 { A = at(p, NODE_NAME, T); }
removed(A) ::= FORCE(T).               { A = at(p, NODE_NAME, T); }
removed(A) ::= ROSTER(T).              { A = at(p, NODE_NAME, T); }
removed(A) ::= RULING(T).              { A = at(p, NODE_NAME, T); }
%type new_rows {struct list}
%type new_row {struct node *}
new_rows(A) ::= new_row(B).            { A = list_of(B); }
new_rows(A) ::= new_rows(B) NL new_row(C). { A = list_add(B, C); }
new_row(A) ::= own_row(B).             { A = B; }
new_row(A) ::= rule(B).                { A = B; }
new_row(A) ::= error.                  { A = word(p, NODE_MISTAKE, p->token); }

/* ---- Expressions */

%type value {struct node *}
%type expr {struct node *}
%type tern {struct node *}
%type or {struct node *}
%type and {struct node *}
%type not {struct node *}
%type cmp {struct node *}
%type range {struct node *}
%type add {struct node *}
%type mul {struct node *}
%type unary {struct node *}
%type post {struct node *}
%type path {struct node *}
%type prim {struct node *}
%type call {struct node *}
%type args {struct list}
%type arg_list {struct list}
%type arg {struct node *}
value(A) ::= expr(B).                  { A = B; }
value(A) ::= STRING(B).                { A = text(p, B); }
expr(A) ::= tern(B).                   { A = B; }
expr(A) ::= tern(B) WHERE tern(C).     { A = binary(p, NODE_WITH, B, C); }
expr(A) ::= REROLL(T) tern(B).         { A = rerolled(p, T, B, NULL); }
expr(A) ::= REROLL(T) tern(B) WHERE tern(C).   { A = rerolled(p, T, B, C); }
tern(A) ::= or(B).                     { A = B; }
tern(A) ::= or(B) IF or(C) ELSE tern(D).   { A = choice(p, B, C, D); }
or(A) ::= and(B).                      { A = B; }
or(A) ::= or(B) OR and(C).             { A = binary(p, NODE_OR, B, C); }
and(A) ::= not(B).                     { A = B; }
and(A) ::= and(B) AND not(C).          { A = binary(p, NODE_AND, B, C); }
not(A) ::= cmp(B).                     { A = B; }
not(A) ::= NOT(T) not(B).              { A = unary(p, NODE_NOT, T, B); }
cmp(A) ::= range(B).                   { A = B; }
cmp(A) ::= range(B) EQ range(C).       { A = compared(p, OP_EQ, B, C); }
cmp(A) ::= range(B) NE range(C).       { A = compared(p, OP_NE, B, C); }
cmp(A) ::= range(B) LT range(C).       { A = compared(p, OP_LT, B, C); }
cmp(A) ::= range(B) LE range(C).       { A = compared(p, OP_LE, B, C); }
cmp(A) ::= range(B) GT range(C).       { A = compared(p, OP_GT, B, C); }
cmp(A) ::= range(B) GE range(C).       { A = compared(p, OP_GE, B, C); }
cmp(A) ::= range(B) IS said(C).        { A = is(p, B, C, 0); }
cmp(A) ::= range(B) IS NOT said(C).    { A = is(p, B, C, FLAG_NOT); }
%type said {struct node *}
said(A) ::= add(B).                    { A = said(p, NODE_IS, B, NULL); }
said(A) ::= IN range(B).               { A = said(p, NODE_IS_IN, B, NULL); }
said(A) ::= NAME(N) TO add(B).         { A = said_to(p, N, B); }
said(A) ::= WITHIN add(B) OF add(C).   { A = said(p, NODE_IS_WITHIN, B, C); }
range(A) ::= add(B).                   { A = B; }
range(A) ::= add(B) DOTS add(C).       { A = binary(p, NODE_RANGE, B, C); }
add(A) ::= mul(B).                     { A = B; }
add(A) ::= add(B) PLUS mul(C).         { A = with_op(binary(p, NODE_ARITH, B, C), OP_PLUS); }
add(A) ::= add(B) MINUS mul(C).        { A = with_op(binary(p, NODE_ARITH, B, C), OP_MINUS); }
mul(A) ::= unary(B).                   { A = B; }
mul(A) ::= mul(B) STAR unary(C).       { A = with_op(binary(p, NODE_ARITH, B, C), OP_TIMES); }
mul(A) ::= mul(B) SLASH unary(C) ROUNDED UP(D).    { A = divided(p, B, C, D, true); }
mul(A) ::= mul(B) SLASH unary(C) ROUNDED DOWN(D).  { A = divided(p, B, C, D, false); }
unary(A) ::= post(B).                  { A = B; }
unary(A) ::= MINUS(T) unary(B).        { A = negated(p, T, B); }
unary(A) ::= ROLL(T) post(B).          { A = rolled(p, T, NULL, B); }
unary(A) ::= ROLL(T) post(B) DIE_N(C). { A = rolled(p, T, B, number(p, NODE_DIE, C)); }
unary(A) ::= ROLL(T) post(B) path(C).  { A = rolled(p, T, B, C); }
unary(A) ::= BEST(T) post(B) OF unary(C).  { A = with_op(best(p, T, B, C), OP_BEST); }
unary(A) ::= WORST(T) post(B) OF unary(C). { A = with_op(best(p, T, B, C), OP_WORST); }
unary(A) ::= START(T) OF post(B).      { A = unary(p, NODE_START_OF, T, B); }
post(A) ::= prim(B).                   { A = B; }
post(A) ::= post(B) DOT NAME(C).       { A = dot(p, B, C); }
path(A) ::= NAME(B).                   { A = at(p, NODE_NAME, B); }
path(A) ::= path(B) DOT NAME(C).       { A = dot(p, B, C); }
prim(A) ::= NUM(B).                    { A = number(p, NODE_NUMBER, B); }
prim(A) ::= LEN(B).                    { A = number(p, NODE_LENGTH, B); }
prim(A) ::= SIZE(B).                   { A = size(p, B); }
prim(A) ::= DIE_N(B).                  { A = number(p, NODE_DIE, B); }
prim(A) ::= YES(B).                    { A = truth(p, B, true); }
prim(A) ::= NO(B).                     { A = truth(p, B, false); }
prim(A) ::= NAME(B).                   { A = at(p, NODE_NAME, B); }
prim(A) ::= call(B).                   { A = B; }
prim(A) ::= ANY(N) LP args(B) RP(E).   { A = call(p, N, B, E); }
prim(A) ::= LP expr(B) RP.             { A = with_flag(B, FLAG_PARENS); }
prim(A) ::= LP(F) expr(B) COMMA expr(C) RP(E). { A = point(p, F, B, C, E); }
prim(A) ::= LP(F) expr(B) COMMA expr(C) COMMA values(D) RP(E). {
    A = point_more(p, point(p, F, B, C, E), D.first);
}
call(A) ::= NAME(N) LP args(B) RP(E).  { A = call(p, N, B, E); }
args(A) ::= .                          { A = list_none(); }
args(A) ::= arg_list(B).               { A = B; }
arg_list(A) ::= arg(B).                { A = list_of(B); }
arg_list(A) ::= arg_list(B) COMMA arg(C).  { A = list_add(B, C); }
arg(A) ::= value(B).                   { A = B; }
arg(A) ::= NAME(N) COLON value(B).     { A = arg_named(p, N, B); }
arg(A) ::= NAME(N) IN expr(B).         { A = arg_in(p, N, B); }
arg(A) ::= tern(B) FOR NAME(N) IN expr(C). { A = arg_for(p, B, N, C); }

%code {
/* ---- The parser, as grammar_read.c sees it */

_Static_assert(sizeof(yyParser) <= sizeof(struct grammar_parser), "too little room");
_Static_assert(YYNTOKEN <= GRAMMAR_TOKENS, "too few tokens");
_Static_assert(sizeof(YYACTIONTYPE) == sizeof(uint16_t), "states are of another size");

static yyParser *parser_of(struct grammar_parser *g) {
    return (yyParser *)(void *)g->room;
}

static const yyParser *parser_in(const struct grammar_parser *g) {
    return (const yyParser *)(const void *)g->room;
}

void grammar_parser_start(struct grammar_parser *g, struct grammar_parse *p) {
    grammar_lemonInit(parser_of(g), p);
}

void grammar_parser_feed(struct grammar_parser *g, int id, struct token t) {
    grammar_lemon(parser_of(g), id, t);
}

bool grammar_parser_is_full(const struct grammar_parser *g) {
    const yyParser *y = parser_in(g);
    return y->yytos - y->yystack > GRAMMAR_HEIGHT - 8;
}

void grammar_parser_states(const struct grammar_parser *g, struct grammar_states *s) {
    const yyParser *y = parser_in(g);
    s->count = 0;
    for (const yyStackEntry *e = y->yystack; e <= y->yytos; e++) s->state[s->count++] = e->stateno;
}

/* Does a reduction by this rule on a stack of states: takes off its right side, adds its left
 * side. */
static void states_reduce(struct grammar_states *now, int rule) {
    now->count -= (uint32_t)-yyRuleInfoNRhs[rule];
    YYACTIONTYPE act =
        yy_find_reduce_action(now->state[now->count - 1], (YYCODETYPE)yyRuleInfoLhs[rule]);
    now->state[now->count++] = act;
}

/* Makes the moves that the parser would make for a token, on a stack of states alone, without the
 * actions. Returns whether the token can stand there. */
bool grammar_parser_move(struct grammar_states *now, int token) {
    if (token >= YYNTOKEN) return false;
    for (;;) {
        YYACTIONTYPE act =
            yy_find_shift_action((YYCODETYPE)token, now->state[now->count - 1]);
        if (act == YY_ACCEPT_ACTION) return token == 0;
        if (act >= YY_MIN_REDUCE) {
            states_reduce(now, act - YY_MIN_REDUCE);
            continue;
        }
        if (act > YY_MAX_SHIFTREDUCE) return false;
        /* As in yy_shift: if a token is shifted and reduced at once, the state on the stack is the
         * number of the rule. */
        if (act > YY_MAX_SHIFT) act += YY_MIN_REDUCE - YY_MIN_SHIFTREDUCE;
        now->state[now->count++] = act;
        return true;
    }
}

bool grammar_parser_allows(const struct grammar_states *s, int token) {
    struct grammar_states now;
    now.count = s->count;
    memcpy(now.state, s->state, s->count * sizeof s->state[0]);
    return grammar_parser_move(&now, token);
}

/* Does lemon's recovery by hand. Lemon's own would try the token again, and run default reductions
 * while it does. */
void grammar_parser_give_up(struct grammar_parser *g, struct token t) {
    yyParser *y = parser_of(g);
    for (; y->yytos > y->yystack; yy_pop_parser_stack(y)) {
        if (y->yytos->stateno > YY_MAX_SHIFT) continue;
        YYACTIONTYPE act = yy_find_reduce_action(y->yytos->stateno, YYERRORSYMBOL);
        if (act > YY_MAX_SHIFTREDUCE) continue;
        yy_shift(y, act, YYERRORSYMBOL, t);
        return;
    }
}

bool grammar_parser_restart(struct grammar_parser *g) {
    yyParser *y = parser_of(g);
    yyStackEntry *to = y->yystack + 1; /* the entry behind FILE */
    bool after = y->yytos > to && to[1].stateno <= YY_MAX_SHIFT &&
                 yy_find_shift_action(T_NL, to[1].stateno) <= YY_MAX_SHIFTREDUCE;
    if (after) to++; /* the entry behind the declarations so far */
    while (y->yytos > to) yy_pop_parser_stack(y);
    return after;
}

uint32_t grammar_parser_braces(const struct grammar_parser *g) {
    const yyParser *y = parser_in(g);
    uint32_t n = 0;
    for (const yyStackEntry *e = y->yystack; e <= y->yytos; e++) n += e->major == T_LB;
    return n;
}
}
