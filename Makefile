export PATH := $(CURDIR)/node_modules/.bin:$(PATH)
.DEFAULT_GOAL := help
.PHONY: help run demo test dev build check lint unit e2e vectors picture icons soak screenshots bench bench-ui image containers bench-image clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## /{printf "  %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: ## set up what is missing, build, start (HOST, PORT, RTMP_PORT)
	@sh harness/setup.sh ffmpeg && node harness/run.ts

demo: ## the same beside your own data, with a channel that is already live
	@sh harness/setup.sh ffmpeg && node harness/demo/main.ts

test: ## install what is missing, then run all checks: types, lint, translations, unit, contract, build, end-to-end (containers: where an engine is, or CI is set)
	@sh harness/setup.sh ffmpeg chromium icecast2 && node harness/test.ts all

dev: ## start with a build that watches the sources and reloads the page
	@sh harness/setup.sh ffmpeg && node harness/dev.ts

build: ## build the interface into dist/ and hold it to its size budget
	@sh harness/setup.sh && node harness/build/main.ts

check: ## the fast part of test: types, lint, texts, unit
	@sh harness/setup.sh ffmpeg && node harness/test.ts fast

lint: ## run types, lint, unused code, translations
	@sh harness/setup.sh && node harness/test.ts lint

unit: ## run the unit and contract tests
	@sh harness/setup.sh ffmpeg icecast2 && node harness/test.ts unit

e2e: ## the journeys in Chromium (E2E_CORE=container, E2E_CORE_BINARY or E2E_CORE_URL: another core)
	@sh harness/setup.sh ffmpeg chromium icecast2 && node harness/test.ts journeys

vectors: ## evaluate vector files: make vectors FILES="a.json b.json"
	@sh harness/setup.sh && npm run --silent vectors -- $(FILES)

picture: ## make the picture of the README anew (docs/channel.png)
	@sh harness/setup.sh ffmpeg chromium && node harness/build/main.ts && node e2e/picture.ts

icons: ## draw the icons of the public pages anew from assets/icons (assets/public)
	@sh harness/setup.sh chromium && node e2e/icons.ts

soak: ## the tests that take minutes: kills, load, floods (SEED repeats a run, SOAK_MINUTES of load)
	@sh harness/setup.sh ffmpeg && node harness/test.ts soak

screenshots: ## every screen, dark and light, 1280 and 360 px wide, into screenshots/ (WALKS="login frame" for some)
	@sh harness/setup.sh ffmpeg chromium && node harness/build/main.ts && node e2e/screenshots.ts $(WALKS)

bench: ## measure the interface and the embedded core; CORES="ours other=/path/to/core" puts it beside another one
	@sh harness/setup.sh ffmpeg chromium wrk && node harness/bench/main.ts && node harness/bench/ui/main.ts

bench-ui: ## measure the interface only: what it loads, what it costs (VISITS, WINDOW in seconds)
	@sh harness/setup.sh ffmpeg chromium && node harness/bench/ui/main.ts

image: ## build both container images (CORE_IMAGE for another core); installs Docker if it is missing
	@sh harness/setup.sh && node harness/containers/main.ts

containers: ## test the images in containers: boot, hang, stop, replacement, end-to-end; installs Docker if it is missing
	@sh harness/setup.sh ffmpeg chromium icecast2 && node harness/test.ts containers

bench-image: ## measure the images: size, time until they answer, memory (ROUNDS)
	@sh harness/setup.sh && node harness/containers/bench.ts

clean: ## remove what was built and measured; keeps packages and your data in .run/
	@rm -rf dist test-results playwright-report screenshots .setup/build
