import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import * as z from 'zod';
import { runVerb } from '../launch/userError.ts';
import { addressOf, Lock, missingIn, nameOf, type Place, packagesOf, platformOf } from './packageLock.ts';

const FILE = 'package-lock.json';
const print = (line: string) => {
  process.stdout.write(`${line}\n`);
};

const npm = async (...args: string[]) => (await promisify(execFile)('npm', args)).stdout;
const Answer = z.object({
  'dist.integrity': z
    .string()
    .regex(/^sha512-[A-Za-z0-9+/]{86}==$/)
    .optional(),
  license: z.string().optional(),
});

/** Empty if the registry does not have the package. With the name as a field, npm always returns an object. */
async function factsOf(name: string, version: string): Promise<z.infer<typeof Answer>> {
  const fields = ['name', 'dist.integrity', 'license'];
  const answer = await npm('view', `${name}@${version}`, ...fields, '--json').catch(() => '{}');
  return Answer.catch({}).parse(JSON.parse(answer || '{}'));
}

/** Adds places, checksums and licenses that `npm install` omits if a mirror lacks packages of other platforms. */
await runVerb(async () => {
  const lock = Lock.parse(JSON.parse(await readFile(FILE, 'utf8')));
  for (const { name, version, dev } of missingIn(lock))
    lock.packages[`node_modules/${name}`] = { version, ...(dev ? { dev } : {}), optional: true, ...platformOf(name) };
  for (const [place, entry] of packagesOf(lock)) {
    const { version = '', resolved, integrity, license, ...rest } = entry;
    const name = entry.name ?? nameOf(place);
    const facts = integrity && license ? {} : await factsOf(name, version);
    const [sum, terms] = [integrity ?? facts['dist.integrity'], license ?? facts.license];
    if (!sum) print(`${name}@${version} has no checksum: the registry does not answer for it`);
    const filled: Place = { version, resolved: resolved ?? addressOf(name, version) };
    if (sum) filled.integrity = sum;
    if (terms) filled.license = terms;
    lock.packages[place] = { ...filled, ...rest };
  }
  await writeFile(FILE, JSON.stringify(lock));
  // Lets npm sort the lock.
  await npm('install', '--package-lock-only', '--ignore-scripts');
});
