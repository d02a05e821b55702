# What people and CI call. Everything is built once, in the release configuration: tests, demo and installed tool are
# the same binary.

PREFIX ?= /usr/local
SWIFT ?= swift
BUILD := .build/release
# Types that generics make are asked for by their accessors instead of by name. A name is looked up at run time, and for each
# requirement of it every conformance that the executable holds is read: half of all that a short run would do.
# A section for each function, so that a release has only those that it uses.
FLAGS := -c release -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors \
	-Xswiftc -Xfrontend -Xswiftc -function-sections
FUZZ_SECONDS ?= 20

.PHONY: all demo test lint format bench fuzz install samples goldens docs pictures site release clean setup setup-test

all: $(BUILD)/whyredraw

# System packages, where they are missing; says what it installs.
setup:
	@.ci/setup build

setup-test: setup
	@.ci/setup test

.PHONY: build
build: setup
	$(SWIFT) build $(FLAGS) --product whyredraw

$(BUILD)/whyredraw: build

## The main job on the samples; writes Reports/.
demo: build
	@Tests/Support/render-reports $(BUILD)/whyredraw Reports
	@echo
	@$(BUILD)/whyredraw SampleTraces/log-ndjson/macos-26/recipes-session.ndjson.gz --top 5
	@echo "Reports of all samples: Reports/index.html"

## Installs what tests need, builds, runs all tests.
test: setup-test
	$(SWIFT) build $(FLAGS) --build-tests
	PATH="$(CURDIR)/.build/test-tools/bin:$$PATH" BROWSER_REPORTS="$(CURDIR)/.build/browser-reports" \
		$(SWIFT) test $(FLAGS) --skip-build
	BROWSER_REPORTS="$(CURDIR)/.build/browser-reports" Tests/BrowserTests/run

lint:
	$(SWIFT) format lint --strict -r Sources Tests Package.swift Benchmarks/Package.swift Benchmarks/Sources

format:
	$(SWIFT) format -i -r Sources Tests Package.swift Benchmarks/Package.swift Benchmarks/Sources

## A table of times and ratios, peers measured in the same run; BENCH_MB=1000 by default.
bench: build
	Benchmarks/run

## Bounded fuzzing of every format, FUZZ_SECONDS each.
fuzz: setup
	Tests/Fuzzing/run $(FUZZ_SECONDS)

## The sample captures and scenarios, made anew; they only change when the script or the simulator does.
samples:
	python3 Tests/Support/make-samples.py
	UPDATE_SCENARIOS=1 $(SWIFT) test $(FLAGS) --filter ScenarioTests

## Documentation/Rules.md and the pages of the rules, from the rules.
docs: build
	$(BUILD)/whyredraw rules --pages Documentation

## README.md and the guides as a site in .build/site.
site:
	@.ci/site

## The pictures in the guides, from what the executable prints now.
pictures: build
	.build/test-tools/bin/python3 -B Tests/Support/make-pictures $(BUILD)/whyredraw Documentation/Pictures

goldens: build
	UPDATE_GOLDENS=1 $(SWIFT) test $(FLAGS) --filter GoldenTests
	Tests/Support/render-reports $(BUILD)/whyredraw Reports

install: build
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 $(BUILD)/whyredraw "$(DESTDIR)$(PREFIX)/bin/whyredraw"

## dist/: tarball, artifact bundle, plugin package, formula, checksums; on Linux nothing is compiled again.
release: build
	.ci/release

clean:
	rm -rf dist .build Benchmarks/.build
