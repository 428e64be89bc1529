import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import project from '../../../package.json' with { type: 'json' };
import { testTempDir } from '../../test/core/testTempDir.ts';

const SHA = '0123456789abcdef'.repeat(3).slice(0, 40);
const CANDIDATE = `ghcr.io/owner/name:candidate-${SHA.slice(0, 12)}`;

/** Replaces docker, cosign and gh: records its calls, and returns one image for `bake --print`. */
const PROGRAM = `#!/bin/sh
echo "$(basename "$0") $*" >>"$CALLS"
tag=$IMAGE:\${CANDIDATE:-$VERSION}
echo '{"target":{"embedded":{"tags":["'"$tag"'"],"platforms":["linux/amd64","linux/arm64"]}}}'
`;

function dryRun(step: string, environment: Record<string, string> = {}) {
  const folder = testTempDir();
  const calls = path.join(folder, 'calls');
  for (const name of ['docker', 'cosign', 'gh']) {
    writeFileSync(path.join(folder, name), PROGRAM);
    chmodSync(path.join(folder, name), 0o755);
  }
  const variables = { GITHUB_REPOSITORY: 'owner/name', GITHUB_SHA: SHA, GITHUB_REF_NAME: 'main', DRY_RUN: 'true' };
  const output = path.join(folder, 'output');
  const { stdout, stderr } = spawnSync(process.execPath, ['harness/tools/release/main.ts', step], {
    encoding: 'utf8',
    env: { PATH: `${folder}:${process.env.PATH}`, CALLS: calls, GITHUB_OUTPUT: output, ...variables, ...environment },
  });
  const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  return { printed: stdout + stderr, calls: read(calls).trim().split('\n'), output: read(output) };
}

const PRINT = 'docker buildx bake -f docker/docker-bake.hcl --print';

it('a dry run of the build lists the images of a branch, pushes none, and passes their name to the next jobs', () => {
  const { printed, calls, output } = dryRun('build');
  expect(printed).toContain(`${CANDIDATE}: linux/amd64, linux/arm64`);
  expect(calls).toEqual([PRINT, PRINT]);
  expect(output).toBe(`candidate=${CANDIDATE}\n`);
});

it('a dry run of publishing prints all writing commands without running them', () => {
  const { printed, calls } = dryRun('publish');
  expect(calls).toEqual([PRINT, PRINT]);
  const tag = `ghcr.io/owner/name:${project.version}`;
  expect(printed).toContain(`Not run: docker buildx imagetools create -t ${tag} ${CANDIDATE}\n`);
  expect(printed).toContain('Not run: cosign sign --yes --recursive ghcr.io/owner/name@DIGEST\n');
  expect(printed).toContain(`Not run: gh release create v${project.version} --verify-tag`);
});

it('a dry run loads the image of one machine without attestations', () => {
  const { calls } = dryRun('load', { IMAGE: CANDIDATE, PLATFORM: 'linux/arm64' });
  expect(calls.slice(2)).toEqual([
    `${PRINT.replace('--print', '--load')} --provenance=false --sbom=false --progress plain --set embedded.platform=linux/arm64 embedded`,
  ]);
});

it.each([
  [CANDIDATE, 'linux/riscv64'],
  [`${CANDIDATE}-cuda`, 'linux/amd64'],
  ['', ''],
])('a dry run loads no %s for %s, which the bake file does not build', (IMAGE, PLATFORM) => {
  const { printed, calls } = dryRun('load', { IMAGE, PLATFORM });
  expect(printed).toContain('The bake file builds no');
  expect(calls).toEqual([PRINT, PRINT]);
});

it('a real run needs a tag', () =>
  expect(dryRun('publish', { DRY_RUN: 'false' }).printed).toContain('The tag main is no release'));
