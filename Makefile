# SPDX-License-Identifier: BSD-3-Clause
# Shortcuts over CMake presets. `make help` lists them. Each target first installs the Debian
# packages it needs, if they are missing (tools/setup.sh holds the list).
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
BENCH_ARGS ?=
FUZZ_SECONDS ?= 10
COVERAGE_MIN ?= 90
DOCS_GENERATED = docs/site/gallery docs/site/api/cpp

.DEFAULT_GOAL := help
.PHONY: help demo test format format-fix layers lint parameters parameters-check sanitize tsan \
        coverage fuzz train-check bench docs clean

SETUP := tools/setup.sh
# ccache, where there is one, makes repeated builds cheap.
ifneq ($(shell command -v ccache 2>/dev/null),)
export CMAKE_CXX_COMPILER_LAUNCHER ?= ccache
endif

# $(call build,<preset>,<targets>,<options of cmake>)
build = cmake --preset $(1) $(3) >/dev/null && cmake --build --preset $(1) -j $(JOBS) $(if $(2),--target $(2))

WITH_PYTHON = -DSUPDICT_PYTHON_MODULE=ON

# Kinds of tests that run the library in their own process.
TSAN_TESTS = unit data property contract golden training
space := $(subst ,, )

FORMATTED = $(shell find include src tests examples bench tools fuzz apps python \
                    -name '*.cpp' -o -name '*.hpp' 2>/dev/null)

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-17s %s\n", $$1, $$2}' Makefile

demo:  ## build the command and run its demonstration: three methods on MNIST, two minutes
	@$(SETUP) build test
	@$(call build,release,supdict_command)
	@build/release/apps/supdict/supdict demo --out build/supdict-demo

test:  ## build everything and run all tests
	@$(SETUP) build test python
	@$(call build,release,,$(WITH_PYTHON))
	@ctest --preset release -j $(JOBS)

format:  ## check the formatting
	@$(SETUP) lint
	@clang-format --dry-run --Werror $(FORMATTED)
	@echo "format: $(words $(FORMATTED)) files are clean"

format-fix:  ## repair the formatting
	@$(SETUP) lint
	@clang-format -i $(FORMATTED)

layers:  ## check which room includes which
	@python3 tools/check_layers.py

lint:  ## clang-tidy over library, examples and benchmarks
	@$(SETUP) build test python lint bench
	@$(call build,release,,$(WITH_PYTHON))
	@python3 tools/lint.py --build build/release --jobs $(JOBS)

parameters:  ## write docs/parameters.md anew from the options of the library
	@$(SETUP) build test
	@$(call build,release,supdict_gen_parameters)
	@build/release/tools/supdict_gen_parameters docs/parameters.md

parameters-check:  ## fail when docs/parameters.md is stale
	@$(SETUP) build test
	@$(call build,release,supdict_gen_parameters)
	@build/release/tools/supdict_gen_parameters --check docs/parameters.md

sanitize:  ## all tests under AddressSanitizer and UndefinedBehaviorSanitizer
	@$(SETUP) build test
	@$(call build,dev)
	@ctest --preset dev -j $(JOBS) -E SmallResults

tsan:  ## all tests of the library under ThreadSanitizer
	@$(SETUP) build test
	@$(call build,tsan,$(TSAN_TESTS:%=supdict_%_tests))
	@ctest --preset tsan -j $(JOBS) -L '^($(subst $(space),|,$(TSAN_TESTS)))$$' -E SmallResults

coverage:  ## line coverage of src/ and include/, at least COVERAGE_MIN percent
	@$(SETUP) build test coverage
	@$(call build,coverage)
	@find build/coverage -name '*.gcda' -delete
	@ctest --preset coverage -j $(JOBS)
	@gcovr --root . --filter src/ --filter include/ --fail-under-line $(COVERAGE_MIN) \
	       --exclude-throw-branches --print-summary build/coverage

fuzz:  ## every fuzzer for FUZZ_SECONDS, starting from fuzz/corpus
	@$(SETUP) build fuzz
	@$(call build,fuzz,supdict_fuzzers)
	@tools/fuzz.sh build/fuzz $(FUZZ_SECONDS) $(JOBS)

train-check:  ## the results of docs/results.md; DATA=folder with mnist/, usps/ and brodatz/
	@$(SETUP) build test
	@$(call build,release,supdict_command)
	@python3 tools/train_check.py --data $(or $(DATA),data) $(TRAIN_CHECK_ARGS)

bench:  ## everything side by side, into docs/benchmarks.md; DATA=folder with mnist/ and usps/
	@$(SETUP) build test bench
	@$(call build,release,supdict_coding_bench supdict_rates supdict_growth supdict_dictionary \
	        supdict_limits supdict_command)
	@mkdir -p build/bench
	@build/release/bench/supdict_coding_bench --benchmark_out=build/bench/coding.json \
	       --benchmark_out_format=json $(BENCH_ARGS)
	@/usr/bin/python3 bench/peers/compare.py --data $(or $(DATA),data) \
	       --solvers build/bench/coding.json --out docs

# What is generated among the pages is made anew, so that no page outlives its source.
docs:  ## the documentation site, into build/docs/html; its examples are run
	@$(SETUP) build test python docs
	@$(call build,release,supdict_python supdict_command,$(WITH_PYTHON))
	@rm -rf $(DOCS_GENERATED)
	@PYTHONPATH=build/release/python /usr/bin/python3 -m sphinx -W --keep-going -q -c docs/site \
	       docs build/docs/html
	@echo "docs: open build/docs/html/index.html"

clean:  ## remove everything that was built
	@rm -rf build $(DOCS_GENERATED)
