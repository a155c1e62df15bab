# SPDX-License-Identifier: BSD-3-Clause
# Shortcuts over CMake presets. `make help` lists them. Each target first installs the Debian
# packages it needs, if they are missing (tools/setup.sh holds the list).
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
BENCH_ARGS ?=
FUZZ_SECONDS ?= 10
COVERAGE_MIN ?= 90
DOCS_GENERATED = docs/site/gallery docs/site/api/cpp

.DEFAULT_GOAL := help
.PHONY: help demo check check-all test test-quick format format-fix layers lint lint-changed \
        parameters parameters-check cuda cuda-build bench-cuda sanitize sanitize-all tsan coverage fuzz deb wheel wasm wasm-build live train-check bench bench-rivals \
        docs clean

SETUP := tools/setup.sh
# Groups of packages without which the presets cannot be configured.
DEVELOP := build command experiments test

NVCC := $(shell command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null)

# $(call build,<preset>,<targets>,<options of cmake>)
build = cmake --preset $(1) $(3) >/dev/null && cmake --build --preset $(1) -j $(JOBS) $(if $(2),--target $(2))

WITH_PYTHON = -DSUPDICT_PYTHON_MODULE=ON

# The library for the live page; -D of cmake takes it relative to this folder.
WASM_MODULE := build/wasm/supdict.wasm
WITH_PAGE = -DSUPDICT_WASM_MODULE=$(WASM_MODULE)

# What `make lint-changed` compares with: the shared branch, if there is one.
SINCE ?= $(shell git rev-parse --quiet --verify origin/main >/dev/null && echo origin/main || echo HEAD)

# Tests that check within a minute or two whether the mathematics is still right.
QUICK_TESTS = unit golden contract property
# Codings in which the quick tests look at the bounds; a million in the others.
QUICK_BOUNDS = 100000
# Kinds of tests that run the library in their own process.
TSAN_TESTS = unit data property contract golden training
space := $(subst ,, )
# $(call labelled,<kind> ...): the expression of ctest for one of these labels
labelled = '^($(subst $(space),|,$(strip $(1))))$$'

FORMATTED = $(shell find include src tests examples bench tools fuzz apps python wasm packaging \
                    -name '*.cpp' -o -name '*.hpp' -o -name '*.cu' -o -name '*.cuh' \
                    -o -name '*.c' -o -name '*.h' 2>/dev/null)

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-17s %s\n", $$1, $$2}' Makefile

# The live page is left out where clang-14 for WebAssembly cannot be had.
demo:  ## build the command and run its demonstration: three methods on MNIST, a page to draw in
	@$(SETUP) $(DEVELOP)
	@$(MAKE) --no-print-directory wasm-build || { rm -f $(WASM_MODULE); \
	   echo "demo: no live page, because what it needs cannot be had here (see above); going on"; }
	@$(call build,release,supdict_command,-DSUPDICT_WASM_MODULE=$$(ls $(WASM_MODULE) 2>/dev/null))
	@build/release/apps/supdict/supdict demo --out build/supdict-demo

check:  ## while working: format, layers, clang-tidy on changed files, the quick tests
	@tools/sections.sh format layers lint-changed test-quick

check-all:  ## every night: all checks, including whole experiments under sanitizers
	@tools/sections.sh format layers test parameters-check lint sanitize-all tsan coverage fuzz \
	                   deb wheel wasm live docs

test:  ## build and run all tests
	@$(SETUP) $(DEVELOP) python
	@$(call build,release,supdict_all_tests,$(WITH_PYTHON))
	@ctest --preset release -j $(JOBS) --output-log build/test.log

test-quick:  ## build and run the tests of the kinds in QUICK_TESTS
	@$(SETUP) $(DEVELOP) python
	@$(call build,release,$(QUICK_TESTS:%=supdict_%_tests) supdict_data_tests,$(WITH_PYTHON))
	@SUPDICT_BOUNDS_CODINGS=$(QUICK_BOUNDS) ctest --preset release -j $(JOBS) -L $(call labelled,$(QUICK_TESTS))

format:  ## check the formatting
	@$(SETUP) lint
	@clang-format --dry-run --Werror $(FORMATTED)
	@echo "format: $(words $(FORMATTED)) files are clean"

format-fix:  ## fix the formatting
	@$(SETUP) lint
	@clang-format -i $(FORMATTED)

layers:  ## check which room includes which
	@python3 tools/check_layers.py

lint:  ## build everything without a warning, then clang-tidy
	@$(SETUP) $(DEVELOP) python lint bench
	@$(call build,release,,$(WITH_PYTHON))
	@python3 tools/lint.py --build build/release --jobs $(JOBS)

lint-changed:  ## clang-tidy on files changed since the branch left SINCE
	@$(SETUP) $(DEVELOP) python lint bench
	@cmake --preset release $(WITH_PYTHON) >/dev/null
	@python3 tools/lint.py --build build/release --jobs $(JOBS) --since $(SINCE)

parameters:  ## generate docs/parameters.md from the options of the library
	@$(SETUP) $(DEVELOP)
	@$(call build,release,supdict_gen_parameters)
	@build/release/tools/supdict_gen_parameters docs/parameters.md

parameters-check:  ## fail if docs/parameters.md is stale
	@$(SETUP) $(DEVELOP)
	@$(call build,release,supdict_gen_parameters)
	@build/release/tools/supdict_gen_parameters --check docs/parameters.md

sanitize:  ## tests under AddressSanitizer and UndefinedBehaviorSanitizer, without whole experiments
	@$(SETUP) $(DEVELOP)
	@$(call build,dev,supdict_all_tests)
	@ctest --preset dev -j $(JOBS) -LE '^experiment$$'

sanitize-all:  ## the same with whole experiments
	@$(SETUP) $(DEVELOP)
	@$(call build,dev,supdict_all_tests)
	@ctest --preset dev -j $(JOBS)

tsan:  ## all tests of the library under ThreadSanitizer
	@$(SETUP) $(DEVELOP)
	@$(call build,tsan,$(TSAN_TESTS:%=supdict_%_tests))
	@ctest --preset tsan -j $(JOBS) -L $(call labelled,$(TSAN_TESTS)) -LE '^experiment$$'

coverage:  ## line coverage of src/ and include/, at least COVERAGE_MIN percent
	@$(SETUP) $(DEVELOP) coverage
	@$(call build,coverage)
	@find build/coverage -name '*.gcda' -delete
	@ctest --preset coverage -j $(JOBS)
	@gcovr --root . --filter src/ --filter include/ --fail-under-line $(COVERAGE_MIN) \
	       --exclude-throw-branches --print-summary build/coverage

fuzz:  ## every fuzzer for FUZZ_SECONDS, starting from fuzz/corpus
	@$(SETUP) $(DEVELOP) fuzz
	@$(call build,fuzz,supdict_fuzzers)
	@tools/fuzz.sh build/fuzz $(FUZZ_SECONDS) $(JOBS)

deb: wasm-build  ## Debian packages, into build/deb/packages, and a test that installs them
	@$(SETUP) build command python deb
	@$(call build,deb,supdict_command supdict_python supdict_package_files,$(WITH_PAGE))
	@rm -rf build/deb/packages
	@cd build/deb && cpack >cpack.log || { cat cpack.log; exit 1; }
	@lintian --allow-root --fail-on error --tag-display-limit 0 build/deb/packages/*.deb
	@tests/packages/deb_test.sh build/deb/packages

wheel:  ## wheel and source distribution of the Python package, into build/wheel, and a test
	@$(SETUP) build python wheel
	@rm -rf build/wheel build/wheel-here
	@CMAKE_GENERATOR=Ninja CMAKE_ARGS="-DSUPDICT_DEVELOPER=ON -DSUPDICT_TESTS=OFF" \
	   /usr/bin/python3 -m pip wheel -q . --no-deps --no-index --no-build-isolation -w build/wheel-here
	@packaging/repair_wheel.py build/wheel-here/*.whl --out build/wheel
	@/usr/bin/python3 setup.py -q sdist --dist-dir build/wheel
	@tests/packages/wheel_test.sh build/wheel

wasm-build:
	@$(SETUP) wasm
	@cmake -S wasm -B build/wasm -G Ninja >/dev/null && cmake --build build/wasm -j $(JOBS)

wasm: wasm-build  ## the library as a WebAssembly module, build/wasm/supdict.wasm, and its tests under node
	@$(SETUP) $(DEVELOP) node
	@$(call build,release,supdict_command supdict_shared)
	@tests/wasm/module_test.sh $(WASM_MODULE) build/release/tests/libsupdict_shared.so \
	                           build/release/apps/supdict/supdict

live: wasm-build  ## the command with the live page in it, and a test of pages in a headless Chromium
	@$(SETUP) $(DEVELOP) live node
	@$(call build,release,supdict_command,$(WITH_PAGE))
	@tests/wasm/page_test.sh build/release/apps/supdict/supdict build/live

cuda:  ## build with CUDA and run the tests that concern it; without a GPU most are skipped
	@$(SETUP) $(DEVELOP)
	@$(call build,cuda,supdict_cuda_tests supdict_unit_tests)
	@ctest --preset cuda -j $(JOBS) -L $(call labelled,cuda unit)

cuda-build:  ## where nvcc is: compile the CUDA sources, without linking anything
	@if [ -z "$(NVCC)" ]; then echo "cuda-build: no nvcc, nothing to compile"; exit 0; fi; \
	 $(SETUP) $(DEVELOP) && $(call build,cuda,supdict_cuda supdict_cuda_training)

bench-cuda:  ## rates and gaps of coding on a GPU, into docs/gpu.json; DATA=folder with mnist/
	@$(SETUP) $(DEVELOP)
	@$(call build,cuda,supdict_cuda_bench)
	@build/cuda/bench/supdict_cuda_bench --data $(or $(DATA),data)/mnist/train-images-idx3-ubyte.gz \
	       --out docs/gpu.json

train-check:  ## the results of docs/results.md; DATA=folder with mnist/, usps/ and brodatz/
	@$(SETUP) $(DEVELOP)
	@$(call build,release,supdict_command)
	@python3 tools/train_check.py --data $(or $(DATA),data) $(TRAIN_CHECK_ARGS)

bench:  ## all benchmarks, into docs/benchmarks.md; DATA=folder with mnist/ and usps/
	@$(SETUP) $(DEVELOP) bench
	@$(call build,release,supdict_coding_bench supdict_prediction_bench supdict_rates \
	        supdict_growth supdict_dictionary supdict_limits supdict_command supdict_python, \
	        $(WITH_PYTHON))
	@mkdir -p build/bench
	@build/release/bench/supdict_coding_bench --benchmark_out=build/bench/coding.json \
	       --benchmark_out_format=json $(BENCH_ARGS)
	@build/release/bench/supdict_prediction_bench
	@/usr/bin/python3 bench/peers/compare.py --data $(or $(DATA),data) \
	       --solvers build/bench/coding.json --out docs
	@PYTHONPATH=build/release/python /usr/bin/python3 bench/peers/penalties.py \
	       --data $(or $(DATA),data) --out docs

bench-rivals:  ## errors and times beside other classifiers, into docs/rivals.md; DATA=folder with many/
	@$(SETUP) $(DEVELOP) bench
	@$(call build,release,supdict_command)
	@/usr/bin/python3 bench/rivals/compare.py --data $(or $(DATA),data) --out docs

# Generates all generated pages again, so that no page outlives its source. The page to try a model is in
# it after `make live`.
docs:  ## the documentation site, into build/docs/html; its examples are run
	@$(SETUP) $(DEVELOP) python docs
	@$(call build,release,supdict_python supdict_command,$(WITH_PYTHON))
	@rm -rf $(DOCS_GENERATED)
	@PYTHONPATH=build/release/python /usr/bin/python3 -m sphinx -W --keep-going -q -c docs/site \
	       docs build/docs/html
	@echo "docs: open build/docs/html/index.html"

clean:  ## remove everything that was built
	@rm -rf build $(DOCS_GENERATED)
