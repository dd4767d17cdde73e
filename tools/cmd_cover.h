/*
 * cmd_cover: what the command coverage knows of clauses and citations (cmd_cover.c), and the trial
 * of --strict, which takes cited text out of the rules (cmd_cover_strict.c).
 */
#ifndef MYTH_TOOLS_CMD_COVER_H
#define MYTH_TOOLS_CMD_COVER_H

#include "cmd.h"
#include "source.h"

/* Whether cited text has run. REACH_NOTHING: it makes no code, or stands in an example or chances
 * block. */
enum reach { REACH_NOTHING, REACH_NO, REACH_YES };

/* Whether the examples that cite a clause notice when text that cites it is taken out.
 * EFFECT_UNTRIED: nothing was taken out, because the text cannot be or need not be. */
enum cover_effect { EFFECT_UNTRIED, EFFECT_NONE, EFFECT_SEEN };

/* A citation of a clause. */
struct cite {
    struct cite *next;
    /* the node that has the citation */
    struct node *node;
    struct place place;
    /* row of image.blocks: the example or chances block in which the citation stands; -1: in
     * none */
    int32_t block;
    int32_t ruling; /* the ruling that has the citation, on itself or on a reading; -1: none has */
    int32_t chart;  /* the chart that has the citation, on itself or on a line; -1: none has */
    /* the spots in the node's text: `spots` of them from index `spot` of source.spot on; the first
     * row of image.rules that was made from the node, -1: none was */
    int32_t spot, spots, rule;
    /* the node is a row or rule that has rows in image.rules: these tell whether it has acted */
    bool by_rules;
    struct clause *clause;
    enum cover_effect effect; /* --strict: of the cited text, for examples that cite the clause */
};
struct clause {
    const char *id, *kind, *source, *text;
    struct cite *cites, *last;
    const char *left_out; /* the reason in left_out.tsv; NULL: the clause is not left out */
    /* how many citations of the clause stand in examples that pass; how many examples that pass run
     * text that cites it */
    int32_t shown, run;
    /* whether text that cites the clause has run in an example that passes, and on a tape */
    enum reach examples, play;
    bool without_effect; /* --strict: the text of some citation has EFFECT_NONE */
};
struct cover {
    struct cmd *c;
    struct source s;
    struct clause *clause; /* the clauses, in the order of s.clauses */
    int32_t clauses;
    struct cite **cite; /* all citations, in the order of the text */
    int32_t cites;
    int battles; /* how many battles on the tape at hand are of these rules */
    /* the block, ruling and chart in which the walk over the trees stands; -1: in none */
    int32_t block, ruling, chart;
    /* The code that has run in the example at hand, and on the tapes. */
    struct source_run run, play;
    int32_t *asks, asks_count; /* the instructions that ask for a ruling or look into a chart */
    bool *passed;              /* by row of image.blocks: whether the example passes */
    int32_t examples, failed;
    int32_t tried; /* --strict: the number of citations whose text was taken out */
};

/* Takes out, one at a time, each row and statement that cites a clause of kind rule, number or
 * flow, and runs the examples that cite the clause. Sets `effect` of the citations and
 * `without_effect` of the clauses. From then on v->s.names must not be used (alter.h). Returns
 * CMD_GOOD if all were tried. */
enum cmd_exit cmd_cover_strict(struct cover *v);

#endif
