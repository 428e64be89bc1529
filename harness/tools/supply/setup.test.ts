import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { testTempDir } from '../../test/core/testTempDir.ts';

/** Replaces npm: `ci` fails with a message, or behaves like npm. */
const NPM = `#!/bin/sh
echo "$*" >>calls
case "$1 $SAYS" in
  "ci "?*) echo "$SAYS" >&2; exit 1 ;;
esac
mkdir -p node_modules/.bin "node_modules/$PROGRAM/bin"
[ -z "$PROGRAM" ] || ln -sf "$NODE" "node_modules/$PROGRAM/bin/node"
`;
const PROGRAM = `node-${process.platform}-${process.arch}`;
const CI_CALL = 'ci --ignore-scripts --no-progress';
const INSTALL_CALL = 'install --ignore-scripts --no-save --no-progress';
const HOLES = 'npm error code EUSAGE';

function makeMachine() {
  const folder = testTempDir();
  mkdirSync(path.join(folder, 'harness/tools/supply'), { recursive: true });
  mkdirSync(path.join(folder, 'bin'));
  copyFileSync('harness/setup.sh', path.join(folder, 'harness/setup.sh'));
  for (const name of ['package.json', 'package-lock.json', '.npmrc']) copyFileSync(name, path.join(folder, name));
  writeFileSync(path.join(folder, 'harness/tools/supply/checkInstalledPackages.ts'), "console.log('checked');");
  writeFileSync(path.join(folder, 'bin/npm'), NPM);
  chmodSync(path.join(folder, 'bin/npm'), 0o755);
  symlinkSync(process.execPath, path.join(folder, 'bin/node'));
  const run = (environment: Record<string, string> = {}, programs: readonly string[] = []) => {
    const env = { PATH: `${folder}/bin:/usr/bin:/bin`, NODE: process.execPath, PROGRAM, SAYS: '', ...environment };
    const { status, stdout, stderr } = spawnSync('sh', ['harness/setup.sh', ...programs], {
      ...{ cwd: folder, env },
      encoding: 'utf8',
    });
    const calls = path.join(folder, 'calls');
    return { status, stdout, stderr, calls: existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [] };
  };
  return { folder, run };
}

describe('the installation of packages', () => {
  it('follows the lock, uses the packaged Node, is verified, and runs once', () => {
    const { folder, run } = makeMachine();
    expect(run()).toMatchObject({ status: 0, stderr: '', calls: [CI_CALL] });
    expect(existsSync(path.join(folder, `node_modules/${PROGRAM}/bin/node`))).toBe(true);
    expect(run()).toMatchObject({ status: 0, stdout: '', calls: [CI_CALL] });
  });

  it.each([
    { what: 'fills gaps in the lock, and reports that once', says: HOLES, ci: '', status: 0, tried: [INSTALL_CALL] },
    { what: 'fills the gaps in CI too', says: HOLES, ci: 'true', status: 0, tried: [INSTALL_CALL] },
    { what: 'fails on a wrong checksum', says: 'npm error code EINTEGRITY', ci: '', status: 1, tried: [] },
    { what: 'fails if the registry is unreachable', says: 'npm error code ENOTFOUND', ci: '', status: 1, tried: [] },
  ])('$what', ({ says, ci, status, tried }) => {
    const { folder, run } = makeMachine();
    const result = run({ SAYS: says, CI: ci });
    expect(result).toMatchObject({ status, calls: [CI_CALL, ...tried] });
    const lines = result.stderr.trim().split('\n');
    if (status === 0) expect(lines).toEqual([expect.stringMatching(/"npm install" instead of "npm ci"/)]);
    else expect(lines[0]).toBe(says);
    expect(existsSync(path.join(folder, '.setup/packages'))).toBe(status === 0);
  });

  it('uses the installed Node if no package contains one', () => {
    const { folder, run } = makeMachine();
    expect(run({ PROGRAM: '' }).status).toBe(0);
    const linked = spawnSync(path.join(folder, 'node_modules/.bin/node'), ['--version'], { encoding: 'utf8' });
    expect(linked.stdout.trim()).toBe(process.version);
  });

  it.each([
    { major: '18', status: 0, stderr: /^$/ },
    { major: '12', status: 1, stderr: /^Node\.js 12 is too old: install Node\.js 18 or newer.*setup_22\.x/s },
  ])('works with Node.js $major or requires a newer one: $status', ({ major, status, stderr }) => {
    const { folder, run } = makeMachine();
    const program = path.join(folder, 'bin/node');
    rmSync(program);
    const answer = `case "$2" in *'[0]') echo ${major} ;; *) exec "$NODE" "$@" ;; esac`;
    writeFileSync(program, `#!/bin/sh\n${answer}\n`, { mode: 0o755 });
    expect(run()).toMatchObject({ status, stderr: expect.stringMatching(stderr) });
  });

  it('does not go through a link, whose target npm would empty', () => {
    const { folder, run } = makeMachine();
    symlinkSync(testTempDir(), path.join(folder, 'node_modules'));
    const { status, stderr, calls } = run();
    expect({ status, calls }).toEqual({ status: 1, calls: [] });
    expect(stderr).toMatch(/^node_modules is a link to /);
  });
});

const APT = `#!/bin/sh
echo "apt-get $*" >>calls
case "$*" in
  *update*) exit "$UPDATES" ;;
esac
[ "$INSTALLS" = 0 ] || exit "$INSTALLS"
case "$*" in
  *" npm") ln -s "$NODE" bin/node; mv bin/npm.later bin/npm; exit ;;
esac
printf '#!/bin/sh\\n' >bin/wrk && chmod +x bin/wrk
`;
const INSTALL = /^apt-get -o DPkg::Lock::Timeout=\d+ install .* wrk$/;

function placeWithApt() {
  const machine = makeMachine();
  const { folder } = machine;
  const programs = { 'apt-get': APT, id: '#!/bin/sh\necho 0\n' };
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(path.join(folder, 'bin', name), text);
    chmodSync(path.join(folder, 'bin', name), 0o755);
  }
  // Only these programs, independent of the machine.
  for (const tool of ['cat', 'chmod', 'cksum', 'dirname', 'env', 'ln', 'mkdir', 'mktemp', 'mv', 'rm', 'sh'])
    symlinkSync(`/bin/${tool}`, path.join(folder, 'bin', tool));
  return machine;
}

describe('the installation of a program', () => {
  it('includes npm with its Node.js', () => {
    const { folder, run } = placeWithApt();
    const environment = { UPDATES: '0', INSTALLS: '0', PATH: path.join(folder, 'bin') };
    rmSync(path.join(folder, 'bin/node'));
    renameSync(path.join(folder, 'bin/npm'), path.join(folder, 'bin/npm.later'));
    expect(run(environment)).toMatchObject({
      status: 0,
      stdout: 'Installing npm ...\nInstalling the npm packages ...\nchecked\n',
      calls: ['apt-get update -qq', expect.stringMatching(/ npm$/), CI_CALL],
    });
  });

  it.each([
    { what: 'installs once', updates: '0', installs: '0', status: 0, stderr: /^$/ },
    { what: 'installs while another apt-get loads lists', updates: '100', installs: '0', status: 0, stderr: /^$/ },
    { what: 'explains what to do', updates: '0', installs: '100', status: 1, stderr: /^wrk is missing .*by hand/ },
  ])('$what after waiting for other installations', ({ updates, installs, status, stderr }) => {
    const { folder, run } = placeWithApt();
    const environment = { UPDATES: updates, INSTALLS: installs, PATH: path.join(folder, 'bin') };
    const first = run(environment, ['wrk']);
    expect(first).toMatchObject({
      ...{ status, stderr: expect.stringMatching(stderr) },
      calls: [CI_CALL, 'apt-get update -qq', expect.stringMatching(INSTALL)],
    });
    if (status === 0) expect(run(environment, ['wrk']).calls).toEqual(first.calls);
  });

  it('uses the cache folder of CI if there is one', () => {
    const { folder, run } = placeWithApt();
    const cache = path.join(folder, 'apt');
    const environment = { UPDATES: '0', INSTALLS: '0', APT_CACHE: cache, PATH: path.join(folder, 'bin') };
    const { status, calls } = run(environment, ['wrk']);
    expect({ status, last: calls.at(-1) }).toEqual({
      status: 0,
      last: expect.stringContaining(`archives=${cache} install`),
    });
    expect(existsSync(path.join(cache, 'partial'))).toBe(true);
  });
});

const APT_WITH_DOCKER = `#!/bin/sh
echo "apt-get $*" >>calls
client() { printf '#!/bin/sh\n[ "$1" != buildx ] || exit %s\n' "$1" >bin/docker && chmod +x bin/docker; }
case "$*" in
  *" docker.io") printf '#!/bin/sh\n' >bin/dockerd && chmod +x bin/dockerd; [ "$DEBIAN" != 12 ] || client 1 ;;
  *" docker-cli") client 1 ;;
  *" docker-buildx") client 0 ;;
esac
`;
const APT_CACHE = `#!/bin/sh
[ "$DEBIAN $2" = "12 docker-buildx" ] || echo "$2:"
`;

it.each([
  { debian: '12', packages: ['docker.io'] },
  { debian: '13', packages: ['docker.io', 'docker-cli', 'docker-buildx'] },
])('Docker is installed on Debian $debian with its client and buildx', ({ debian, packages }) => {
  const { folder, run } = placeWithApt();
  for (const [name, text] of Object.entries({ 'apt-get': APT_WITH_DOCKER, 'apt-cache': APT_CACHE }))
    writeFileSync(path.join(folder, 'bin', name), text, { mode: 0o755 });
  const { status, stderr, calls } = run({ DEBIAN: debian, PATH: path.join(folder, 'bin') }, ['docker']);
  const installed = calls.filter((call) => call.includes(' install ')).map((call) => call.split(' ').at(-1));
  expect({ status, stderr, installed }).toEqual({ status: 0, stderr: '', installed: packages });
});
