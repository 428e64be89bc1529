import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noBrowser } from './nodeHost.ts';
import { renderTemplate } from './renderTemplate.ts';
import { fileStorage, memoryStorage } from './storage.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'headless-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it.each([
  ['in memory', () => memoryStorage()],
  ['in a file', () => fileStorage(path.join(folder, 'kept.json'))],
])('the storage keeps texts %s', (_, made) => {
  const storage = made();
  expect(storage.read('a')).toBeNull();
  storage.write('a', 'one');
  storage.write('b', 'two');
  storage.remove('b');
  expect([storage.read('a'), storage.read('b')]).toEqual(['one', null]);
});

it('the file storage restores the texts of the previous run, readable only by its owner', async () => {
  const file = path.join(folder, 'token.json');
  fileStorage(file).write('token', 'kept');
  expect(fileStorage(file).read('token')).toBe('kept');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

it('the file storage reports an unwritable file at once', () => {
  const missing = path.join(folder, 'not-there');
  expect(() => fileStorage(path.join(missing, 'token.json'))).toThrow(
    `nothing can be written to the folder ${missing}`,
  );
  expect(() => fileStorage('')).toThrow('file: a text is missing');
});

it('the file storage starts empty if the file is not its own', async () => {
  const file = path.join(folder, 'broken.json');
  await writeFile(file, '{"token":');
  const storage = fileStorage(file);
  expect(storage.read('token')).toBeNull();
  storage.write('token', 'new');
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ token: 'new' });
});

it('the Node host reads the files for viewers', async () => {
  const assets = path.join(folder, 'viewer');
  await mkdir(path.join(assets, 'player'), { recursive: true });
  const list = { version: 'v1', files: [{ path: 'player/a.js', bytes: 5 }] };
  await writeFile(path.join(assets, 'files.json'), JSON.stringify(list));
  await writeFile(path.join(assets, 'player/a.js'), 'hello');
  const browser = noBrowser(assets, () => {});
  expect(await browser.assets.list()).toEqual(list);
  expect(await (await browser.assets.read('player/a.js')).text()).toBe('hello');
});

it('the Node host explains what it cannot do', async () => {
  const browser = noBrowser(null, () => {});
  await expect(browser.assets.list()).rejects.toThrow('No folder');
  await expect(browser.cleanSvg('<svg/>')).rejects.toThrow('only be cleaned in a browser');
});

it('the Node host renders templates and reports faults in them', async () => {
  expect(await renderTemplate('<h1>{{title}}</h1>', [{ title: 'A & B' }, { title: 'C' }])).toEqual([
    '<h1>A &amp; B</h1>',
    '<h1>C</h1>',
  ]);
  await expect(renderTemplate('{{#if title}}', [{}])).rejects.toThrow('Parse error');
});

it('the Node host ends a template with an endless loop', async () => {
  const x = Array.from({ length: 1000 }, (_, i) => i);
  const endless = `${'{{#each @root.x}}'.repeat(5)}${'{{/each}}'.repeat(5)}`;
  await expect(renderTemplate(endless, [{ x }], 500)).rejects.toThrow('does not come to an end');
});
