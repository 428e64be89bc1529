import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bundleServer } from './server.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bundle-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('bundleServer writes one file per program and no temporary files', async () => {
  const sources = path.join(folder, 'server');
  await mkdir(sources, { recursive: true });
  await writeFile(path.join(sources, 'main.ts'), "import { word } from './word.ts'; globalThis.said = word;");
  await writeFile(path.join(sources, 'word.ts'), "export const word: string = 'bundled';");
  await mkdir(path.join(folder, 'agent'));
  for (const name of ['main.ts', 'storeWorker.ts'])
    await writeFile(
      path.join(folder, 'agent', name),
      "import { word } from '../server/word.ts'; globalThis.said = word;",
    );
  await mkdir(path.join(folder, 'assets/locales'), { recursive: true });
  await writeFile(
    path.join(folder, 'assets/locales/de.json'),
    JSON.stringify({ bundled: 'gebündelt', Other: 'Anderes' }),
  );
  const file = bundleServer(path.join(sources, 'main.ts'));
  expect(file).toBe(path.join(folder, '.setup/server.cjs'));
  const names = await readdir(path.dirname(file));
  expect(names).toEqual([
    'agent.cjs',
    'agentStores.cjs',
    'agentTexts.de.json',
    'agentTexts.services.json',
    'server.cjs',
  ]);
  const texts = await readFile(path.join(folder, '.setup/agentTexts.de.json'), 'utf8');
  expect(JSON.parse(texts)).toEqual({ bundled: 'gebündelt' });
  const services: unknown = JSON.parse(await readFile(path.join(folder, '.setup/agentTexts.services.json'), 'utf8'));
  expect(services).toMatchObject({ youtube: 'YouTube Live' });
  expect(await readFile(file, 'utf8')).toContain('"bundled"');
  const [dockerfile, ignored] = await Promise.all(
    ['docker/Dockerfile', '.dockerignore'].map((name) => readFile(name, 'utf8')),
  );
  const programsIn = (text: string | undefined) => [...new Set(text?.match(/(?<=\.setup\/)\w+\.cjs/g))].sort();
  const programs = names.filter((name) => name.endsWith('.cjs'));
  expect([programsIn(dockerfile), programsIn(ignored)], 'in the images').toEqual([programs, programs]);
});

it('bundleServer reports a source that cannot be read', () =>
  expect(() => bundleServer(path.join(folder, 'server/main.ts'))).toThrow(/Could not resolve/));
