import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { MARKS } from './brandIcons.ts';
import { hardwareDecoders } from './coders/hardwareDecoders.ts';
import { decoders, encoders } from './coders/index.ts';
import { facts } from './serviceList.ts';
import { services } from './services/index.ts';
import { servicesWithoutForm } from './servicesWithoutForm.ts';
import { tabs } from './settingsTabs/index.ts';
import { sources } from './sources/index.ts';

const ids = (kinds: readonly { id: string }[]) => kinds.map(({ id }) => id);

/** What stands in a folder, by the names of its files. */
const filed = (folder: string) =>
  readdirSync(`src/catalog/${folder}`).flatMap((file) => (file === 'index.ts' ? [] : [file.replace('.ts', '')]));

it.each([
  ['services', ids(services)],
  ['sources', ids(sources)],
  ['coders/encoders/video', ids(encoders.video)],
  ['coders/encoders/audio', ids(encoders.audio)],
  [
    'coders/decoders',
    [
      ...new Set(
        [...decoders.video, ...decoders.audio].filter((one) => !hardwareDecoders.includes(one)).map(({ id }) => id),
      ),
    ],
  ],
])('%s: every file stands in the list, under the id that is its name', (folder, listed) =>
  expect([...listed].sort()).toEqual(filed(folder).sort()),
);

it('services without a form are those that have no file', () =>
  expect(ids(servicesWithoutForm).filter((id) => ids(services).includes(id))).toEqual([]));

it('tabs: every file that makes one stands in the list', () => {
  const made = filed('settingsTabs').filter((file) =>
    /: SettingsTab = /.test(readFileSync(`src/catalog/settingsTabs/${file}.ts`, 'utf8')),
  );
  // Tests make tabs of their own.
  expect(ids(tabs).sort()).toEqual(made.filter((file) => !file.endsWith('.test')).sort());
});

it('the channel page learns of all services in 6 kB: ids, names and marks', () =>
  expect(gzipSync(JSON.stringify([facts, MARKS]), { level: 9 }).length).toBeLessThan(6000));

it('marks belong to services', () => {
  const known = ids(facts);
  expect(Object.keys(MARKS).filter((id) => !known.includes(id))).toEqual([]);
});

// Names and signs are the same in every language.
const NAMES =
  /^label: '(HLS|MPEG-TS|TCP|UDP|UDP multicast|HTTP|RTMP|RTMPS|SRT|180°|main|high|0)'|^unit: '(%|Hz|bit\/s|kbit\/s|s|ms|dB|fps|px|MB)'/;

const isSource = (file: string) => /\.ts$/.test(file) && !/\.test\.ts$/.test(file);

describe('texts are marked with msg()', () => {
  it.each(readdirSync('src/catalog', { recursive: true, encoding: 'utf8' }).filter(isSource))('%s', (file) => {
    const texts =
      readFileSync(`src/catalog/${file}`, 'utf8').match(
        /\b(label|help|title|text|question|unit): ['"].*|\bgrouped\(['"].*/g,
      ) ?? [];
    expect(texts.filter((text) => !NAMES.test(text))).toEqual([]);
  });
});
