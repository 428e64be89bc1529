import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import * as z from 'zod';
import { runVerb } from '../launch/userError.ts';
import { addressOf, Lock, missingIn, nameOf, type Place, packagesOf, platformOf } from './packageLock.ts';

const FILE = 'package-lock.json';
const say = (line: string) => {
  process.stdout.write(`${line}\n`);
};

const npm = async (...args: string[]) => (await promisify(execFile)('npm', args)).stdout;
const Answer = z.string().regex(/^sha512-[A-Za-z0-9+/]{86}==$/);

/** null: the registry does not have it. */
async function integrityOf(name: string, version: string): Promise<string | null> {
  const answer = await npm('view', `${name}@${version}`, 'dist.integrity', '--json').catch(() => 'null');
  return Answer.nullable()
    .catch(null)
    .parse(JSON.parse(answer || 'null'));
}

/** Adds the places and known checksums that `npm install` omits where a mirror lacks packages of other platforms. */
await runVerb(async () => {
  const lock = Lock.parse(JSON.parse(await readFile(FILE, 'utf8')));
  for (const { name, version, dev } of missingIn(lock))
    lock.packages[`node_modules/${name}`] = { version, ...(dev ? { dev } : {}), optional: true, ...platformOf(name) };
  for (const [place, entry] of packagesOf(lock)) {
    const { version = '', resolved, integrity, ...rest } = entry;
    const name = entry.name ?? nameOf(place);
    const known = integrity ?? (await integrityOf(name, version));
    if (known === null) say(`${name}@${version} has no checksum: the registry does not answer for it`);
    const filled: Place = { version, resolved: resolved ?? addressOf(name, version) };
    lock.packages[place] = { ...filled, ...(known === null ? {} : { integrity: known }), ...rest };
  }
  await writeFile(FILE, JSON.stringify(lock));
  // npm sorts the lock into its usual order.
  await npm('install', '--package-lock-only', '--ignore-scripts');
});
