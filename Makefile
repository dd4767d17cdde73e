# myth: one library, one program. `make help` lists what can be asked of it.
#
# A variant has a folder of its own:  make BUILD=build/o0 CC=clang OPT='-O0 -g'
# Files are found by their place: vm/*.c dsl/*.c dsl/lex.re dsl/grammar.y tools/*.c
# are the library (tools/myth.c the program), tests/*_test.c a program each.

ifeq ($(origin CC),default)
CC := gcc
endif
BUILD ?= build
OPT ?= -O3 -g
# Code at an address that is known when it is linked: a battle takes a twentieth less. To link the
# library into position-independent programs: make FIXED=
FIXED ?= -fno-pie
# The library as one object that gcc optimises as a whole: a battle takes a twentieth less. Its files
# have no code of their own then. Empty: object by object, as with other compilers and other -O.
WHOLE ?= $(if $(filter gcc,$(CC)),$(filter -O3,$(OPT)))
WARN ?= -Wall -Wextra -Wconversion -Wshadow -Wpedantic
WERROR ?=
CFLAGS ?=
LDFLAGS ?=
# Not empty: what re2c and lemon write says which lines of ours its own come from (coverage).
GEN_LINES ?=
# A folder with another greatest.h, to be used instead of ours.
GREATEST ?=

LUA_CFLAGS ?= -I/usr/include/lua5.4
LUA_LIBS ?= -llua5.4
LIBS := $(LUA_LIBS) -lgmp -ledit

# Two jobs, unless the user says otherwise; once, at the top.
ifeq ($(MAKELEVEL),0)
ifeq ($(filter -j%,$(MAKEFLAGS)),)
MAKEFLAGS += -j2
endif
endif
MAKEFLAGS += --no-builtin-rules --no-print-directory
.SUFFIXES:
.DELETE_ON_ERROR:
.SECONDARY:

GEN := $(BUILD)/gen
OBJ := $(BUILD)/obj
# madvise; folders and files of any size where long has 32 bits
DEFINES := -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE -D_FILE_OFFSET_BITS=64
HARNESS := $(if $(GREATEST),-DGREATEST_HEADER='"$(abspath $(GREATEST))/greatest.h"')
INCLUDES := -Ivm -Idsl -Itools -I$(GEN) -Itests $(LUA_CFLAGS)
LINKED = $(if $(FIXED),-no-pie) $(LDFLAGS)
COMPILE = $(CC) -std=c17 $(OPT) $(FIXED) $(WHOLLY) $(WARN) $(WERROR) $(DEFINES) $(INCLUDES) $(CFLAGS) -MMD -MP
# Warnings that lemon's own template draws; our part of the file is in dsl/grammar.y.
# NDEBUG removes its trace, and with it the only state that it keeps in globals.
GRAMMAR_FLAGS := -DNDEBUG -Wno-unused-parameter -Wno-unused-variable

lexer := $(if $(wildcard dsl/lex.re),$(GEN)/lex.c)
parser := $(if $(wildcard dsl/grammar.y),$(GEN)/grammar_tokens.c)
tokens := $(parser:.c=.h)

sources := $(wildcard vm/*.c dsl/*.c) $(filter-out tools/myth.c,$(wildcard tools/*.c))
objects := $(sources:%.c=$(OBJ)/%.o) $(lexer:$(GEN)/%.c=$(OBJ)/gen/%.o) \
           $(parser:$(GEN)/%.c=$(OBJ)/gen/%.o)
$(objects): WHOLLY := $(if $(WHOLE),-flto)
support := $(patsubst %.c,$(OBJ)/%.o,$(wildcard tests/support/*.c))
tests := $(patsubst tests/%.c,$(BUILD)/test/%,$(wildcard tests/*_test.c))
# Second ways of reckoning: programs that share no code with the library.
brutes := $(patsubst tests/%.c,$(BUILD)/test/%,$(wildcard tests/brute*.c))
benches := $(patsubst tests/%.c,$(BUILD)/%,$(wildcard tests/bench/*.c)) \
           $(patsubst tests/%.c,$(BUILD)/bench/%,$(wildcard tests/bench*.c))

.PHONY: all deps play play-duel check test golden format tidy lint analyse matrix fuzz torture hard bench bench-against bench-ablate coverage faults cluster help clean \
        programs tests-built FORCE
all: $(BUILD)/libmyth.a $(BUILD)/myth

help:
	@echo "make             build/myth and build/libmyth.a"
	@echo "make deps        installs what is missing, and says what that is"
	@echo "make play        plays scenarios/first_battle.lua, a thousand points a side"
	@echo "make play-duel   plays scenarios/first_duel.lua, which is short"
	@echo "                 make play GAME=pantheon plays scenarios/pantheon_gems.lua"
	@echo "make check       every gate; closes with N passed, N failed"
	@echo "make test        unit tests only; make test ONLY=plane for one of them"
	@echo "make golden      rewrites the expected output of tests/golden (read the diff)"
	@echo "make format      clang-format over all hand-written .c and .h"
	@echo "make tidy        house rules only"
	@echo "make lint        static analysis only"
	@echo "make analyse     the slow, path-sensitive analysis"
	@echo "make matrix      gcc and clang at -O0 -O2 -O3: 10,000 battles, the same bytes;"
	@echo "                 the same on a 32-bit and a big-endian machine, by qemu, and the tests"
	@echo "                 there (CROSS, CROSS_BATTLES; CROSS= leaves them out);"
	@echo "                 a million samples a property of geometry;"
	@echo "                 what policies that look ahead win; the judge re-reads"
	@echo "                 JUDGE_RANDOM (2000), JUDGE_OWN (200), JUDGE_GREEDY (200) battles"
	@echo "make fuzz        each tests/fuzz/*.c for FUZZ_SECONDS (60), from tests/fuzz/corpus"
	@echo "make torture     each request for memory refused in turn, ^C before each call"
	@echo "make hard        rule text of great size, depth and malice, in little memory and time;"
	@echo "                 the limits that take long to reach"
	@echo "make bench       each tests/bench*.c, tests/bench/*.c and tests/bench/*.sh"
	@echo "make bench-against COMMIT=  builds that commit in build/against, and takes it and this tree"
	@echo "                 in turn: times, ratios, instructions; ROUNDS (5)"
	@echo "make bench-ablate  what each mechanism of vm/base_without.h gains, in machine instructions of"
	@echo "                 three games (valgrind); ONLY=\"NAME NAME+NAME\" for some of them"
	@echo "make cluster     tools/cluster against a run in one piece, with parallel and Slurm"
	@echo "make coverage    lines of vm/ and dsl/ run by tests, examples and golden files: 95%, the others"
	@echo "                 with a reason in tests/unreached.tsv; functions of vm/ that no command"
	@echo "                 reaches, with a reason in tests/no_command.tsv"
	@echo "make faults      deliberate faults in vm/ (tests/faults.txt), and what notices each"
	@echo "make clean       removes build/"
	@echo "variables: CC OPT FIXED WHOLE WARN WERROR CFLAGS BUILD GREATEST; a BUILD each for variants"

# --- library and program

# Everything is rebuilt when the way of building changes.
settings = $(CC) $(OPT) $(FIXED) $(WHOLE) $(WARN) $(WERROR) $(DEFINES) $(INCLUDES) $(CFLAGS) $(LDFLAGS) $(GREATEST)
$(BUILD)/settings: FORCE
	@tools/deps --have build CC='$(CC)'
	@mkdir -p $(@D)
	@printf '%s\n' '$(settings)' | cmp -s - $@ || printf '%s\n' '$(settings)' > $@

$(BUILD)/libmyth.a: $(objects)
	@rm -f $@
	@$(if $(WHOLE),$(CC) -r $(OPT) $(FIXED) $(WARN) $(WERROR) -flto=2 -flinker-output=nolto-rel $(objects) -o $(BUILD)/whole.o)
	ar rcsD $@ $(if $(WHOLE),$(BUILD)/whole.o,$(objects))

# Objects with code of their own, where those of the library have none: tidy reads them, and benches
# that tell which file a function is of.
apart := $(if $(WHOLE),$(BUILD)/apart,$(BUILD))
.PHONY: apart objects
apart:
	@+$(if $(WHOLE),$(MAKE) -s BUILD=$(apart) OPT=-O1 WHOLE= objects)
objects: $(objects)

$(BUILD)/myth: $(OBJ)/tools/myth.o $(BUILD)/libmyth.a
	$(CC) $(OPT) $(CFLAGS) $(LINKED) $(OBJ)/tools/myth.o $(BUILD)/libmyth.a $(LIBS) -o $@

# A program that forgets nothing of what runs: its odds are the same (tests/gates/forgotten).
$(BUILD)/forgets_nothing: $(OBJ)/tools/myth.o $(objects)
	$(COMPILE) -DWITHOUT_LIVENESS -c vm/frame_live.c -o $(OBJ)/forgets_nothing.o
	$(CC) $(OPT) $(CFLAGS) $(LINKED) $(if $(WHOLE),-flto=2) $(OBJ)/tools/myth.o $(OBJ)/forgets_nothing.o \
	    $(filter-out $(OBJ)/vm/frame_live.o,$(objects)) $(LIBS) -o $@

tools/myth.c:
	@echo "make: tools/myth.c, the command line, is not written yet" >&2; exit 1

$(OBJ)/%.o: %.c $(BUILD)/settings | $(tokens)
	@mkdir -p $(@D)
	$(COMPILE) $(if $(filter tests/%,$<),$(HARNESS)) -c $< -o $@

$(OBJ)/gen/lex.o: $(GEN)/lex.c $(BUILD)/settings | $(tokens)
	@mkdir -p $(@D)
	$(COMPILE) -c $< -o $@

$(OBJ)/gen/grammar_tokens.o: $(GEN)/grammar_tokens.c $(BUILD)/settings
	@mkdir -p $(@D)
	$(COMPILE) $(GRAMMAR_FLAGS) -c $< -o $@

$(GEN)/lex.c: dsl/lex.re
	@mkdir -p $(@D)
	re2c -W $(if $(WERROR),-Werror) --no-generation-date --no-version $(if $(GEN_LINES),,-i) -o $@ $<

# One run of lemon writes both; a conflict is a failure, and shows the states it is in.
$(GEN)/grammar_tokens.c $(GEN)/grammar_tokens.h &: dsl/grammar.y
	@mkdir -p $(GEN)
	cp dsl/grammar.y $(GEN)/grammar_tokens.y
	@echo lemon -q $(GEN)/grammar_tokens.y
	@lemon $(if $(GEN_LINES),,-l) -q $(GEN)/grammar_tokens.y || { lemon -l $(GEN)/grammar_tokens.y 2> $(GEN)/again; \
	    rm -f $(GEN)/grammar_tokens.[ch]; \
	    echo "dsl/grammar.y: the conflicts are described in $(GEN)/grammar_tokens.out" >&2; exit 1; }

# --- tests

programs: all
tests-built: $(tests) $(brutes) $(BUILD)/torture.so $(BUILD)/test/torture_main

# tests/gates/torture puts torture.so between the program and the C library; torture_main serves
# sanitized builds, where that is not possible.
$(BUILD)/torture.so: tests/torture_shim.c $(BUILD)/settings
	$(CC) -std=gnu17 -O1 -fPIC -shared -Wall -Wextra $(WERROR) $< -o $@
$(BUILD)/test/torture_main: $(OBJ)/tests/torture_main.o $(BUILD)/libmyth.a
	@mkdir -p $(@D)
	$(CC) $(OPT) $(CFLAGS) $(LINKED) $< $(BUILD)/libmyth.a $(LIBS) -o $@

# The properties of geometry come with samples and an exact reference of their own.
$(BUILD)/test/geometry_test: $(OBJ)/tests/geometry_test.o $(BUILD)/libmyth.a \
    $(patsubst %.c,$(OBJ)/%.o,$(wildcard tests/geometry/*.c))
	@mkdir -p $(@D)
	$(CC) $(OPT) $(CFLAGS) $(LINKED) $(filter %.o,$^) $(BUILD)/libmyth.a $(LIBS) -lm -o $@

# corpus_test runs what the fuzzers have kept by their own functions, each named after its file.
fuzzers := $(patsubst %.c,$(OBJ)/%.o,$(wildcard tests/fuzz/*.c))
$(fuzzers): WHOLLY = -DLLVMFuzzerTestOneInput=fuzz_$(notdir $*)
$(BUILD)/test/corpus_test: $(OBJ)/tests/corpus_test.o $(fuzzers) $(BUILD)/libmyth.a
	@mkdir -p $(@D)
	$(CC) $(OPT) $(CFLAGS) $(LINKED) $(filter %.o,$^) $(BUILD)/libmyth.a $(LIBS) -o $@

$(BUILD)/test/%_test: $(OBJ)/tests/%_test.o $(support) $(BUILD)/libmyth.a
	@mkdir -p $(@D)
	$(CC) $(OPT) $(CFLAGS) $(LINKED) $< $(support) $(BUILD)/libmyth.a $(LIBS) -o $@

# The test runs these programs, so whoever builds it alone gets them, too.
$(BUILD)/test/odds_brute_test: | $(brutes)
$(brutes): $(BUILD)/test/%: $(OBJ)/tests/%.o
	@mkdir -p $(@D)
	$(CC) $(OPT) $(CFLAGS) $(LINKED) $< -lgmp -o $@

$(BUILD)/bench/%: $(OBJ)/tests/%.o $(support) $(BUILD)/libmyth.a
	@mkdir -p $(@D)
	$(CC) $(OPT) $(CFLAGS) $(LINKED) $< $(support) $(BUILD)/libmyth.a $(LIBS) -lm -o $@

$(BUILD)/bench/%: $(OBJ)/tests/bench/%.o $(support) $(BUILD)/libmyth.a
	@mkdir -p $(@D)
	$(CC) $(OPT) $(CFLAGS) $(LINKED) $< $(support) $(BUILD)/libmyth.a $(LIBS) -lm -o $@

test: $(if $(ONLY),$(ONLY:%=$(BUILD)/test/%_test),tests-built $(if $(wildcard tools/myth.c),$(BUILD)/myth))
	@tests/gates/unit $(BUILD) $(ONLY)

golden: all
	@tests/gates/cases --write $(BUILD)/myth $(ONLY)

# --- what a user asks for

deps:
	@tools/deps check

play play-duel:
	@tools/deps play
	@+$(MAKE) --silent all
	@$(BUILD)/myth run scenarios/$(if $(filter play-duel,$@),first_duel,$(if $(filter pantheon,$(GAME)),pantheon_gems,first_battle)).lua

check:
	@tools/deps check
	@MAKEFLAGS= GREATEST='$(GREATEST)' tests/gates/run

format:
	clang-format -i $(shell tools/tidy --c-files)

tidy: all apart
	@tools/tidy . $(apart)
	@tests/tidy/run

# A file is analysed again when its object had to be made again, or the list changed.
lint: $(patsubst %.c,$(BUILD)/lint/%.ok,$(wildcard vm/*.c dsl/*.c tools/*.c))
$(BUILD)/lint/%.ok: $(OBJ)/%.o .clang-tidy
	@mkdir -p $(@D)
	@echo clang-tidy $*.c
	@clang-tidy --quiet $*.c -- -std=c17 $(WARN) $(DEFINES) $(INCLUDES) 2> $@.said || \
	    { cat $@.said; exit 1; }
	@touch $@

# The path-sensitive analyser. Off: DeprecatedOrUnsafeBufferHandling wants memcpy_s and its kin,
# which no libc here has; Padding: members stand in order of meaning.
ANALYSE := -*,clang-analyzer-*,-clang-analyzer-security.insecureAPI.DeprecatedOrUnsafeBufferHandling
ANALYSE := $(ANALYSE),-clang-analyzer-optin.performance.Padding
analyse: $(patsubst %.c,$(BUILD)/analyse/%.ok,$(wildcard vm/*.c dsl/*.c tools/*.c))
$(BUILD)/analyse/%.ok: $(OBJ)/%.o
	@mkdir -p $(@D)
	@echo clang-analyzer $*.c
	@clang-tidy --quiet -checks='$(ANALYSE)' $*.c -- -std=c17 $(WARN) $(DEFINES) $(INCLUDES) \
	    2> $@.said || { cat $@.said; exit 1; }
	@touch $@

# Battles of Mythic Earth that the judge re-reads: with random, with the policy of the script, with greedy. Of Pantheon: with
# random and with greedy.
JUDGE_RANDOM ?= 2000
JUDGE_OWN ?= 200
JUDGE_GREEDY ?= 200
# Other machines on which the same is played: tests/gates/cross. Empty: none.
CROSS ?= halves armhf s390x
matrix:
	@tools/deps $(if $(filter-out halves,$(CROSS)),matrix,check)
	@+$(MAKE) analyse
	@MAKEFLAGS= CROSS='$(CROSS)' tests/gates/matrix
	@tests/judge/run build/matrix/gcc-O2 $(JUDGE_RANDOM) $(JUDGE_OWN) $(JUDGE_GREEDY)
	@tests/judge/pantheon/run build/matrix/gcc-O2 $(JUDGE_RANDOM) $(JUDGE_GREEDY)
	@tests/gates/moments build/matrix/gcc-O2/myth 200

fuzz:
	@MAKEFLAGS= tests/gates/fuzz

torture: all $(BUILD)/torture.so $(BUILD)/test/torture_main
	@tests/gates/torture $(BUILD)

hard: all
	@tests/gates/hard $(BUILD)/myth
	@tests/gates/limits --slow $(BUILD)

bench: all apart $(benches)
	@tests/gates/bench $(BUILD)

# COMMIT: with which this tree is compared; unless given, where it left origin/main.
bench-against: all apart $(benches)
	@+tests/gates/bench_against $(BUILD) $(COMMIT)

bench-ablate:
	@tools/deps ablate
	@+$(MAKE) -s BUILD=build/ablate OPT='-O2 -g' WHOLE= build/ablate/bench/games
	@tests/gates/ablate build/ablate $(ONLY)

cluster: all
	@tests/gates/cluster $(BUILD)/myth

coverage:
	@MAKEFLAGS= tests/gates/coverage

faults:
	@MAKEFLAGS= tests/gates/faults

clean:
	rm -rf build

-include $(shell [ -d $(OBJ) ] && find $(OBJ) -name '*.d')
