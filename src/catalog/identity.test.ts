import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { suite } from '../../harness/test/testing/quickOrWholeSuite.ts';
import { Config } from '../api/answers/config.ts';
import { networkOf } from '../media/address/channelAddresses.ts';
import { emptyProfile } from '../media/encoding/profile.ts';
import { skillsOf } from '../media/encoding/skills.ts';
import { emptyStream, type MediaType } from '../media/encoding/streams.ts';
import { parseIngestMetadata } from '../media/stored/metadata.ts';
import { dice, one, settingsBy } from '../testing/randomSettings.ts';
import { applyEncoder } from './coders/chooseCoders.ts';
import { decoders } from './coders/decoders.ts';
import { knownEncoders } from './coders/index.ts';
import { applyFilters, readFilters } from './filters/filterForm.ts';
import { knownFilters } from './filters/index.ts';
import { settingsOf } from './form/fieldValues.ts';
import { sources } from './sources/index.ts';

// Random settings of every form must survive storing and reading.
const TIMES = suite === 'quick' ? 100 : 1000;
const FFMPEG = { major: 5, minor: 1 };
const types = ['video', 'audio'] as const;
const channel = '11111111-2222-4333-8444-555555555555';
const config = Config.parse({ rtmp: { enable: true, app: '/live', token: 'secret' } });
const network = networkOf({ config, page: new URL('http://localhost:8080'), channel });
const context = { ffmpeg: FFMPEG, network, skills: skillsOf(null) };

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
function expectSame(found: unknown, expected: unknown) {
  if (!isDeepStrictEqual(found, expected)) expect(found).toEqual(expected);
}

const stored = (metadata: object) => parseIngestMetadata(plain(parseIngestMetadata(plain(metadata))));

it.each(sources)('settings of the source $id survive storing', (source) => {
  const roll = dice(1);
  for (let n = 0; n < TIMES; n += 1) {
    const form = settingsOf(source.form(context), settingsBy(source.form(context), roll));
    const inputs = source.inputs(form, context);
    const [back] = stored({ sources: [{ type: source.id, settings: form, inputs, streams: [] }] }).sources;
    expectSame(back, { type: source.id, settings: form, inputs, streams: [] });
    expectSame(settingsOf(source.form(context), back?.settings), form);
    expectSame(source.inputs(back?.settings ?? {}, context), inputs);
  }
});

const base = (type: MediaType) => ({ ...emptyProfile()[type], source: 0, stream: 0 });
const streamOf = (type: MediaType) => ({ ...emptyStream, type, sampling_hz: 48_000, layout: 'mono' });

it.each(types.flatMap((type) => knownEncoders[type]))(
  'settings of the $type encoder $id survive storing',
  ({ id, type, fields }) => {
    const roll = dice(2);
    for (let n = 0; n < TIMES; n += 1) {
      const form = settingsOf(fields, settingsBy(fields, roll));
      const coding = applyEncoder(type, base(type), { encoder: id, settings: form }, streamOf(type), FFMPEG);
      const [profile] = stored({ profiles: [{ ...emptyProfile(), [type]: coding }] }).profiles;
      expectSame(profile[type], coding);
      expectSame(settingsOf(fields, profile[type].encoder.settings), form);
      const repeated = { encoder: id, settings: profile[type].encoder.settings };
      expectSame(applyEncoder(type, profile[type], repeated, streamOf(type), FFMPEG), coding);
    }
  },
);

it.each(types.flatMap((type) => decoders[type]))(
  'settings of the $type decoder $id survive storing',
  ({ id, type, fields, args }) => {
    const roll = dice(3);
    for (let n = 0; n < TIMES; n += 1) {
      const form = settingsOf(fields, settingsBy(fields, roll));
      const decoder = { coder: id, settings: form, mapping: args(form, streamOf(type), FFMPEG) };
      const [profile] = stored({ profiles: [{ ...emptyProfile(), [type]: { ...base(type), decoder } }] }).profiles;
      expectSame(profile[type].decoder, decoder);
      expectSame(settingsOf(fields, profile[type].decoder.settings), form);
    }
  },
);

it.each(types)('filters of %s survive storing', (type) => {
  const roll = dice(4);
  const [, , encoder] = knownEncoders[type];
  const first = applyEncoder(type, base(type), { encoder: encoder?.id ?? '', settings: {} }, streamOf(type), FFMPEG);
  if (!first) throw new Error('no encoder');
  let coding = first;
  for (let n = 0; n < TIMES; n += 1) {
    const offered = knownFilters[type].filter(({ ofEncoder }) => !ofEncoder);
    const settings = Object.fromEntries(
      offered.map(({ id, fields }) => [id, settingsOf(fields, settingsBy(fields, roll))]),
    );
    const other = one(['', 'yadif', "drawtext=text='a,b'", 'eq=gamma=2,unsharp'], roll) ?? '';
    coding = applyFilters(type, coding, { settings, other }, FFMPEG);
    const [profile] = stored({ version: '1.14.0', profiles: [{ ...emptyProfile(), [type]: coding }] }).profiles;
    expectSame(profile[type], coding);
    expectSame(readFilters(type, profile[type]), { settings, other });
  }
});
