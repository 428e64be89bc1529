export PATH := $(CURDIR)/node_modules/.bin:$(PATH)
.DEFAULT_GOAL := help
.PHONY: help run demo dev build package clean check test test-all lint audit unit contract fuzz e2e cores containers vectors soak pi-check bench bench-ui bench-day bench-channels bench-edge bench-image image image-arm pi-card picture icons screenshots release-prepare release-dry-run release-check release-build release-load release-boot release-publish

help: ## list the targets
	@awk -F ':.*## ' '/^## /{printf "\n%s\n", substr($$0, 4)} /^[a-z0-9-]+:.*## /{printf "  %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

## Run

run: ## install dependencies, build and start (HOST, PORT, RTMP_PORT)
	@sh harness/setup.sh ffmpeg && node harness/run.ts

demo: ## start a demo with a live channel; your own data is not touched
	@sh harness/setup.sh ffmpeg && node harness/tools/demo/main.ts

dev: ## start in development mode: rebuild on change, reload the page
	@sh harness/setup.sh ffmpeg && node harness/dev.ts

build: ## build the interface into dist/ and check its size budget
	@sh harness/setup.sh && node harness/tools/build/main.ts

package: ## pack the interface for programs, sluice/headless, into .setup/ (see docs/automation.md)
	@sh harness/setup.sh && node harness/package.ts

clean: ## remove build and benchmark output; packages and the data in .run/ are kept
	@rm -rf dist test-results playwright-report screenshots .setup/build

## Test

check: ## run the fast checks: types, lint, translations, unit (CHANGED=1 for uncommitted changes, CHANGED=main for changes since main)
	@sh harness/setup.sh ffmpeg && node harness/test.ts fast

test: ## run the tests that a change can break, about 15 minutes: types, lint, translations, unit, contract, build, one journey for each capability
	@sh harness/setup.sh ffmpeg chromium chromium-headless-shell icecast2 nginx caddy openssl curl jq && TEST_SUITE=quick node harness/test.ts all

test-all: ## run all tests, about an hour: adds timed tests, all journeys, and the images if an engine is installed or CI is set
	@sh harness/setup.sh ffmpeg chromium firefox-esr icecast2 nginx caddy openssl curl jq promtool faketime cloud-init && node harness/test.ts all

lint: ## check types, lint, unused code, translations and commit subjects
	@sh harness/setup.sh && node harness/test.ts lint

audit: ## look up known vulnerabilities of the npm packages; fails if the registry does not respond
	@sh harness/setup.sh && node harness/test.ts audit

unit: ## run the unit tests of the interface
	@sh harness/setup.sh && node harness/test.ts unit

contract: ## run the tests of the embedded core, the test streams and the tools
	@sh harness/setup.sh ffmpeg icecast2 nginx caddy openssl curl jq promtool faketime && node harness/test.ts contract

fuzz: ## fuzz every parser for 10 s (FUZZ_SECONDS; SEED repeats a run)
	@sh harness/setup.sh nginx && node harness/test.ts fuzz

e2e: ## run the end-to-end tests in Chromium (ONLY=session for one spec; E2E_CORE=container, E2E_CORE_BINARY or E2E_CORE_URL for another core)
	@sh harness/setup.sh ffmpeg chromium icecast2 && node harness/test.ts journeys

cores: ## test set-up, start and lost outputs with each ffmpeg on real cores (E2E_CORES, E2E_FFMPEGS: paths, separated by spaces)
	@sh harness/setup.sh ffmpeg chromium && node harness/test.ts cores

containers: ## test the images in containers: boot, stop, replacement, volumes, devices, sinks, HTTPS, Compose, end-to-end; installs Docker if missing
	@sh harness/setup.sh ffmpeg chromium icecast2 nginx caddy openssl docker-compose && node harness/test.ts containers

vectors: ## check against test vectors: make vectors FILES="a.json b.json"
	@sh harness/setup.sh && npm run --silent vectors -- $(FILES)

soak: ## run the long tests: kills, load, floods, parsers (SOAK_MINUTES, SRT_PUBLISHERS, SRT_PLAYERS; SEED repeats a run)
	@sh harness/setup.sh ffmpeg nginx && node harness/test.ts soak

pi-check: ## check the SD card of a Raspberry Pi with cloud-init, Compose and a Debian system (PI_MACHINES="arm64 armv7" by emulation)
	@sh harness/setup.sh mmdebstrap docker-compose && node harness/tools/pi/checkCardFiles.ts

## Measure

bench: ## benchmark the interface and the embedded core (CORES="ours other=/path/to/core" to compare)
	@sh harness/setup.sh ffmpeg chromium wrk && node harness/bench/main.ts && node harness/bench/ui/main.ts

bench-ui: ## benchmark the interface only: download and running costs (VISITS, WINDOW in seconds)
	@sh harness/setup.sh ffmpeg chromium && node harness/bench/ui/main.ts

bench-day: ## watch an operator's page for hours: heap, nodes, listeners, timers (MINUTES, WARM_UP)
	@sh harness/setup.sh ffmpeg chromium && node harness/bench/ui/soakPage.ts

bench-channels: ## benchmark 1, 5, 10 and 20 copied channels: CPU, memory, age of playlists (SECONDS for each step, CORES)
	@sh harness/setup.sh ffmpeg && node harness/bench/channels/main.ts

bench-edge: ## benchmark delivery to 500 simulated viewers by the core alone, by one and two edges, and during a flood (VIEWERS, SECONDS, BITRATE_KBIT, STRANGERS_SECONDS, CORES)
	@sh harness/setup.sh ffmpeg nginx && node harness/bench/edge/main.ts

bench-image: ## benchmark the images: size, startup time, memory (ROUNDS)
	@sh harness/setup.sh && node harness/containers/imageBench.ts

## Release

image: ## build the container images; installs Docker if missing (CORE_IMAGE for another core; RELEASE=1 requires base images with a digest)
	@sh harness/setup.sh && node harness/containers/main.ts

image-arm: ## build the embedded image for ARM by emulation and test a channel in it (MACHINE=arm64 or armv7 for one)
	@sh harness/setup.sh ffmpeg && node harness/containers/bootEmulatedImages.ts

pi-card: ## write the files for the SD card of a Raspberry Pi (IMAGE_FILE or IMAGE, SSH_KEY, HOST_NAME, PI_USER, WIFI_NAME, WIFI_PASSWORD, WIFI_COUNTRY, CARD: the boot partition)
	@sh harness/setup.sh && node harness/tools/pi/main.ts

picture: ## draw the pictures of the README and their outlines (docs/pictures), about a minute
	@sh harness/setup.sh ffmpeg chromium && node harness/tools/build/main.ts && node e2e/drawPictures.ts

icons: ## update the icons of the public pages (from assets/icons to assets/public)
	@sh harness/setup.sh chromium && node e2e/drawIcons.ts

screenshots: ## save every screen to screenshots/, dark and light, 1280 and 360 px wide (WALKS="login frame" for a selection)
	@sh harness/setup.sh ffmpeg chromium && node harness/tools/build/main.ts && node e2e/screenshotAllScreens.ts $(WALKS)

release-prepare: ## set the version of the unreleased changes in CHANGELOG.md, package.json and package-lock.json (VERSION)
	@sh harness/setup.sh && node harness/tools/release/main.ts prepare

release-dry-run: ## try the steps of the release workflow that need no registry: check, audit, bake plan, tags
	@sh harness/setup.sh && node harness/tools/release/dryRun.ts

release-check: ## show what a release tag would release (GITHUB_REF_NAME), and check the pictures of the README; this and the next four are steps of the release workflow (DRY_RUN=true)
	@sh harness/setup.sh ffmpeg chromium && node harness/tools/release/main.ts check && node harness/test.ts pictures

release-build: ## build the images of all variants and architectures and push them under a test name
	@sh harness/setup.sh && node harness/tools/release/main.ts build

release-load: ## build an image of a dry run for one machine and load it (IMAGE, PLATFORM)
	@sh harness/setup.sh && node harness/tools/release/main.ts load

release-boot: ## start an image and test a channel in it, or fetch through an edge, or run an agent against a core (IMAGE, PLATFORM)
	@sh harness/setup.sh ffmpeg && node harness/containers/bootGivenImage.ts

release-publish: ## tag and sign the tested images and write the release page
	@sh harness/setup.sh && node harness/tools/release/main.ts publish
