import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import project from '../../../package.json' with { type: 'json' };
import { usableLicense } from '../build/licenseRules.ts';
import { addressOf, Lock, missingIn, nameOf, packagesOf, platformOf, uncheckedIn } from './packageLock.ts';
import { INSTALL_SCRIPT_EXCEPTIONS, LICENSE_EXCEPTIONS, NAME_EXCEPTIONS } from './supplyExceptions.ts';

const lock = Lock.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
const packages = packagesOf(lock).map(([place, entry]) => ({ ...entry, place, name: entry.name ?? nameOf(place) }));
const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;
const words = (value: string | readonly string[] | undefined) => (typeof value === 'string' ? [value] : value);

describe('package-lock.json', () => {
  it('matches package.json, which has exact versions', () => {
    const { dependencies, devDependencies, optionalDependencies } = project;
    expect(lock.packages['']).toMatchObject({ dependencies, devDependencies, optionalDependencies });
    const all = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
    for (const [name, version] of all) {
      expect(version, name).toMatch(EXACT);
      expect(lock.packages[`node_modules/${name}`]?.version, name).toBe(version);
    }
  });

  it('has all packages from one registry, with exact versions', () => {
    expect(packages.length).toBeGreaterThan(500);
    for (const { name, version = '', resolved, link } of packages) {
      expect(version, name).toMatch(EXACT);
      expect(resolved, name).toBe(addressOf(name, version));
      expect(link, name).toBeUndefined();
    }
  });

  it('has the package of its name in every place, except for known aliases', () => {
    const other = packages.filter(({ place, name }) => name !== nameOf(place));
    expect(Object.fromEntries(other.map(({ place, name }) => [nameOf(place), name]))).toEqual(NAME_EXCEPTIONS);
  });

  it('has the binaries of every platform, so that npm ci accepts it', () => expect(missingIn(lock)).toEqual([]));

  it('has a checksum for every package', () => {
    const unhashed = packages.filter(({ integrity }) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''));
    expect(unhashed.map(({ name }) => name)).toEqual([]);
  });

  it('has install scripts only in known packages, and npm runs none', () => {
    const found = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
    expect(found.sort()).toEqual(Object.keys(INSTALL_SCRIPT_EXCEPTIONS).sort());
    expect(readFileSync('.npmrc', 'utf8').split('\n')).toContain('ignore-scripts=true');
  });

  it('has only reviewed licenses', () => {
    const strange = packages.flatMap(({ name, license = LICENSE_EXCEPTIONS[name] }) =>
      license !== undefined && usableLicense(license) ? [] : [`${name}: ${license}`],
    );
    expect(strange).toEqual([]);
    const silent = packages.filter(({ license }) => license === undefined);
    expect(silent.map(({ name }) => name).sort()).toEqual(Object.keys(LICENSE_EXCEPTIONS).sort());
  });
});

it('the npm settings use the default registry, and this project has no install scripts', () => {
  expect(readFileSync('.npmrc', 'utf8')).not.toMatch(/registry=|_auth|cafile|strict-ssl|script-shell/i);
  const hooks = Object.keys(project.scripts).filter((name) => /^(pre|post)|^(install|prepare)$/.test(name));
  expect(hooks).toEqual([]);
});

it.each(['harness/setup.sh', 'docker/Dockerfile'])('%s installs with npm ci, without scripts', (file) => {
  const calls = readFileSync(file, 'utf8').match(/^[^#\n]*\bnpm (ci|install|i) .*$/gm) ?? [];
  expect(calls.length).toBeGreaterThan(0);
  expect(calls.some((call) => call.includes('npm ci --ignore-scripts'))).toBe(true);
  for (const call of calls) expect(call).toMatch(/--ignore-scripts|^ +echo /);
});

describe('a lock with a missing package', () => {
  const of = (packages: Lock['packages']): Lock => ({ lockfileVersion: 3, packages });
  const names = (packages: Lock['packages']) => missingIn(of(packages)).map(({ name }) => name);
  const asks = { version: '1.0.0', optionalDependencies: { 'b-linux-x64': '1.0.0' } };
  const pkg = { version: '1.0.0' };

  it.each([
    ['beside', { 'node_modules/a': asks, 'node_modules/b-linux-x64': pkg }, []],
    ['inside', { 'node_modules/a': asks, 'node_modules/a/node_modules/b-linux-x64': pkg }, []],
    ['above', { 'node_modules/@x/a/node_modules/c': asks, 'node_modules/@x/a/node_modules/b-linux-x64': pkg }, []],
    ['nowhere', { 'node_modules/a': asks }, ['b-linux-x64']],
    ['in another package', { 'node_modules/a': asks, 'node_modules/c/node_modules/b-linux-x64': pkg }, ['b-linux-x64']],
  ] satisfies [string, Lock['packages'], string[]][])('is detected %s', (_, packages, missing) =>
    expect(names(packages)).toEqual(missing),
  );

  it('lists packages without a checksum', () => {
    const installed = of({ 'node_modules/a': pkg, 'node_modules/b': { ...pkg, integrity: 'sha512-b' } });
    expect(uncheckedIn(of({ 'node_modules/a': { ...pkg, integrity: 'sha512-a' } }), installed)).toEqual(['b@1.0.0']);
  });
});

it('the platform of a package follows from its name, as for all packages in the lock', () => {
  const prebuilt = packages.filter(({ name, os, integrity }) => os && integrity && platformOf(name));
  expect(prebuilt.length).toBeGreaterThan(60);
  for (const { name, os, cpu, libc } of prebuilt) {
    const { libc: read, ...platform } = platformOf(name) ?? {};
    expect(platform, name).toEqual({ os: words(os), cpu: words(cpu) });
    if (read) expect(read, name).toEqual(words(libc));
  }
  expect(platformOf('react')).toBeNull();
});
