import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { knownEncoders } from './coders/index.ts';
import { readCatalogFolder } from './fixtures/readCatalogExamples.ts';
import { brandIcons } from './serviceFacts/brandIcons.ts';
import { serviceList } from './serviceFacts/serviceList.ts';
import { services } from './services/index.ts';
import { settingsTabs } from './settingsTabs/index.ts';
import { sources } from './sources/index.ts';

const ids = (kinds: readonly { id: string }[]) => kinds.map(({ id }) => id);

it.each([
  ['services', ids(services)],
  ['sources', ids(sources)],
  ['coders/encoders/video', ids(knownEncoders.video)],
  ['coders/encoders/audio', ids(knownEncoders.audio)],
])('%s: the list contains every exported entry', async (folder, listed) => {
  const files = await readCatalogFolder(folder);
  expect(files.filter((file) => file.ids.length === 0)).toEqual([]);
  const exported = files.flatMap((file) => file.ids);
  const list = folder.startsWith('coders') ? 'RANKED_ENCODERS of coders/index.ts' : `${folder}/index.ts`;
  expect(
    exported.filter((id) => !listed.includes(id)),
    `add these to ${list}`,
  ).toEqual([]);
  expect(
    listed.filter((id) => !exported.includes(id)),
    `export these from a file of ${folder}, or remove them from ${list}`,
  ).toEqual([]);
  expect(new Set(listed).size, `each stands once in ${list}`).toBe(listed.length);
});

it('services without a form have no file of their own', () =>
  expect(
    ids(serviceList.filter(({ known }) => !known)).filter((id) => ids(services).includes(id)),
    'remove these from servicesWithoutForm in serviceFacts/serviceList.ts',
  ).toEqual([]));

it('every file of a settings tab is in the list', () => {
  const files = readdirSync('src/catalog/settingsTabs').filter((file) =>
    /: SettingsTab = /.test(readFileSync(`src/catalog/settingsTabs/${file}`, 'utf8')),
  );
  expect(
    ids(settingsTabs)
      .map((id) => `${id}.ts`)
      .sort(),
  ).toEqual(files.filter((file) => !file.endsWith('.test.ts')).sort());
});

it('the facts about services for the channel page fit into 6 kB: ids, names and brand icons', () =>
  expect(gzipSync(JSON.stringify([serviceList, brandIcons]), { level: 9 }).length).toBeLessThan(6000));

it('every brand icon belongs to a service', () => {
  const serviceIds = ids(serviceList);
  expect(Object.keys(brandIcons).filter((id) => !serviceIds.includes(id))).toEqual([]);
});

// Units with the same spelling in every language.
const SIGNS = /^unit: '(%|Hz|bit\/s|kbit\/s|s|ms|dB|fps|px|MB)'/;

const isSource = (file: string) => /\.ts$/.test(file) && !/\.test\.ts$/.test(file);

describe('texts are marked with msg()', () => {
  it.each(readdirSync('src/catalog', { recursive: true, encoding: 'utf8' }).filter(isSource))('%s', (file) => {
    const texts =
      readFileSync(`src/catalog/${file}`, 'utf8').match(
        /\b(label|help|title|text|question|unit): ['"].*|\bgrouped\(['"].*/g,
      ) ?? [];
    expect(
      texts.filter((text) => !SIGNS.test(text)),
      "write msg('…') around a text, properName('…') around a name that is the same in every language",
    ).toEqual([]);
  });
});
