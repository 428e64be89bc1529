import { describe, expect, it } from 'vitest';
import { emptyStream } from '../../media/encoding/streams.ts';
import { readCatalogExamples } from '../fixtures/readCatalogExamples.ts';
import type { CoderExample } from '../form/argumentExampleTypes.ts';
import { defaultsOf } from '../form/fieldValues.ts';
import { decoderOf, decoders } from './decoders.ts';
import { hardwareNeedsOf } from './hardwareNeeds.ts';
import { codecOf, encoderOf, knownEncoders } from './index.ts';

const FFMPEG = { major: 5, minor: 1 };
const types = ['video', 'audio'] as const;

describe.each(types.flatMap((type) => knownEncoders[type]))('$type encoder $id', async (encoder) => {
  const examples = await readCatalogExamples<CoderExample>(`coders/encoders/${encoder.type}`, encoder.id);

  it('has examples', () =>
    expect(examples.length, `export at least two examples beside ${encoder.id}`).toBeGreaterThan(1));
  it.each(examples)('makes the expected arguments of $given', ({ given, stream, ffmpeg = FFMPEG, expect: args }) =>
    expect(encoder.args(given, { ...emptyStream, ...stream }, ffmpeg)).toEqual(args),
  );
  it('never gives ffmpeg an empty or undefined option', () => {
    const emptied = Object.entries(encoder.fields)
      .filter(([, { kind }]) => kind === 'text' || kind === 'selectOrCustom')
      .map(([key]) => ({ given: { [key]: '' }, stream: {} }));
    for (const { given, stream } of [{ given: {}, stream: {} }, ...examples, ...emptied]) {
      const args = encoder.args(given, { ...emptyStream, ...stream }, FFMPEG);
      expect(
        args.filter((arg) => arg === '' || /undefined|NaN|null|=:|:$|=$/.test(arg)),
        `${JSON.stringify(given)} gives ${args.join(' ')}: write optionIfSet('-option', value) for a text that may be empty`,
      ).toEqual([]);
    }
  });
  it.each(['constructor', '__proto__', 'toString'])('passes only strings to ffmpeg when a setting is %s', (value) => {
    for (const key of Object.keys(encoder.fields)) {
      const args = encoder.args({ [key]: value }, emptyStream, FFMPEG);
      expect(args.filter((arg) => typeof arg !== 'string' || /[{}]/.test(arg))).toEqual([]);
    }
  });
  it('offers its defaults among the options', () => {
    for (const field of Object.values(encoder.fields)) {
      if (field.kind === 'select' || field.kind === 'selectOrCustom') {
        const values = field.options.map(({ value }) => value);
        expect(values, `"${field.label}": add the default to the options`).toContain(field.default);
      }
    }
  });
  it('names only existing settings in `open` and `summary`', () =>
    expect(
      [...encoder.open, ...encoder.summary].filter((key) => !(key in encoder.fields)),
      'remove these from `open` and `summary`, or add the fields',
    ).toEqual([]));
  it('puts global arguments first', () => {
    const global = encoder.global({}).flat();
    expect(encoder.args({}, emptyStream, FFMPEG).slice(0, global.length)).toEqual(global);
  });
  // Version 1 of the stored data only has texts.
  it('stores texts', () => {
    const others = Object.entries(defaultsOf(encoder.fields)).filter(([, value]) => typeof value !== 'string');
    expect(
      others.map(([key]) => key),
      'make these a text, select or selectOrCustom, with a `figure` for a number',
    ).toEqual([]);
  });
});

const NOT_BY_NAME: Record<string, string[]> = {
  default: [],
  videotoolbox: ['-hwaccel', 'videotoolbox'],
  cuda: ['-hwaccel', 'cuda'],
  vaapi: ['-hwaccel', 'vaapi'],
  av1_cuvid: ['-hwaccel', 'cuda', '-c:v', 'av1_cuvid'],
};

describe.each(types.flatMap((type) => decoders[type]))('$type decoder $id', ({ id, args, fields }) => {
  it.each([{}, { device: 'left over' }])('makes the expected arguments of %o', (settings) =>
    expect(args(settings, emptyStream, FFMPEG)).toEqual(NOT_BY_NAME[id] ?? ['-c:v', id]),
  );
  it('stores texts', () => {
    for (const value of Object.values(defaultsOf(fields))) expect(typeof value).toBe('string');
  });
});

it('coders have unique ids, with copy and none first', () => {
  for (const type of types) {
    const ids = knownEncoders[type].map(({ id }) => id);
    expect(ids.slice(0, 2)).toEqual(['copy', 'none']);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(decoders[type].map(({ id }) => id)).size).toBe(decoders[type].length);
    expect(decoders[type][0]?.id).toBe('default');
  }
});

it('hardware needs exist for hardware coders only', () => {
  const all = types.flatMap((type) => [...knownEncoders[type], ...decoders[type]]);
  expect(
    all.filter((coder) => coder.hardware !== (hardwareNeedsOf(coder) !== null)).map(({ id }) => id),
    'set `hardware` as hardwareNeeds.ts has it, or add a row there',
  ).toEqual([]);
});

it('coders are found by media type and id', () => {
  expect(encoderOf('video', 'libx264')?.codec).toBe('h264');
  expect(encoderOf('video', 'aac')).toBeNull();
  expect(decoderOf('audio', 'of another product')).toBeNull();
});

it.each([
  ['libmp3lame', 'audio', {}, 'mp3'],
  ['h264_someday', 'video', {}, null],
  ['h264_someday', 'video', { hevc: ['libx265', 'h264_someday'] }, 'hevc'],
  ['libvorbis', 'audio', { vorbis: ['vorbis', 'libvorbis'] }, 'vorbis'],
  ['copy', 'video', { h264: ['libx264'] }, 'copy'],
] as const)('%s produces the codec that the core reports, otherwise its known codec', (id, type, reported, codec) => {
  const codecs = { video: {}, audio: {}, [type]: reported };
  expect(codecOf(type, id, { codecs })).toBe(codec);
});
