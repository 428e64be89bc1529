import { afterAll, describe, expect, it } from 'vitest';
import { decoders, encoders } from '../../src/catalog/coders/index.ts';
import type { Encoder } from '../../src/catalog/define.ts';
import { TEST_RATE } from '../../src/media/encoderTest.ts';
import { sampleOf, suite } from '../testing/suite.ts';
import { ask, listed, versionAsked } from './binary.ts';
import { unknownIn } from './known.ts';
import { made } from './made.ts';
import { reading, sourceRows } from './sources.ts';
import { createTable } from './table.ts';
import { type Variant, variantsOf } from './variants.ts';

// Whatever can be chosen: ffmpeg takes the arguments, and makes a second of it. Hardware that this machine lacks is
// held to ffmpeg's own list of options, and named.

const version = await versionAsked();
const had = {
  encoders: await listed('encoders'),
  decoders: new Set([...(await listed('decoders')), ...(await listed('hwaccels'))]),
  demuxers: new Set([...(await listed('demuxers')), ...(await listed('devices'))]),
};
const table = createTable(() => version.version);
afterAll(() => table.tell());

it('is a version that the interface knows', () => expect(version.major).toBeGreaterThanOrEqual(4));

const testPicture = (size: string) => `testsrc2=rate=${TEST_RATE}:size=${size}`;
const IN = { video: testPicture('256x144'), audio: 'sine=sample_rate=48000,aformat=channel_layouts=stereo' };
/** Each is an encoder of its own in one process. */
const AT_ONCE = 12;
/** Several of these in one process wait for each other for ever, now and then. */
const ALONE = ['libsvtav1'];
/** Two pictures are enough of what takes seconds for each, and small ones. */
const SLOW = ['librav1e'];
/** They take half of the time of all. */
const HEAVY = [...SLOW, 'libsvtav1', 'libx265', 'libvpx-vp9', 'libvpx', 'libaom-av1'];
const SMALL = testPicture('64x64');
/** By default a second; of all else that can be set, enough to begin. */
const SECONDS = { whole: '1', begun: '0.2', least: '0.08' };

const coding = ({ id, type }: Encoder, variants: readonly Variant[], seconds: string) =>
  ask([
    ...[...(variants[0]?.global ?? []), '-f', 'lavfi', '-t', seconds, '-i', SLOW.includes(id) ? SMALL : IN[type]],
    ...variants.flatMap(({ args }) => ['-map', '0:0', ...args, '-f', 'null', '-']),
  ]);

async function refusedOf(encoder: Encoder, variants: readonly Variant[]) {
  const { id } = encoder;
  const seconds = SLOW.includes(id) ? SECONDS.least : SECONDS.begun;
  const together = ALONE.includes(id) ? 1 : AT_ONCE;
  const refused: string[] = [];
  for (let at = 0; at < variants.length; at += together) {
    const some = variants.slice(at, at + together);
    if ((await coding(encoder, some, seconds)).ok) continue;
    for (const one of some) {
      const { ok, text } = await coding(encoder, [one], seconds);
      if (!ok) refused.push(`${one.name}: ${one.args.join(' ')}\n${text.slice(-600)}`);
    }
  }
  return refused;
}

const IDLE = ['copy', 'none'];
// Not by the time alone: what is stamped by the wall clock and read in one gulp by a busy machine may end below zero.
const DECODED = /frame= *[1-9]|time=00:00:0[0-9]/;

describe.each(['video', 'audio'] as const)('%s', (type) => {
  const real = encoders[type].filter(({ codec }) => !IDLE.includes(codec));
  it.each(real.filter(({ id }) => suite === 'whole' || !HEAVY.includes(id)))('encoder $id', async (encoder) => {
    const { id } = encoder;
    if (!had.encoders.has(id)) {
      table.add(`encoder ${id}`, 'absent');
      return;
    }
    const [byDefault, ...others] = variantsOf(encoder, version);
    const { ok, text } = await coding(encoder, [byDefault], SECONDS.whole);
    if (encoder.hardware && !ok) {
      table.add(`encoder ${id}`, 'machine');
      const unknown = await Promise.all([byDefault, ...others].map(({ args }) => unknownIn('encoder', id, args)));
      expect([...new Set(unknown.flat())]).toEqual([]);
      return;
    }
    expect(ok, text).toBe(true);
    expect(await refusedOf(encoder, sampleOf(others, 3))).toEqual([]);
    table.add(`encoder ${id}`, 'ran');
  });

  it.each(sampleOf(decoders[type], 3))('decoder $id', async (decoder) => {
    const { id, hardware } = decoder;
    if (id !== 'default' && !had.decoders.has(id)) {
      table.add(`${type} decoder ${id}`, 'absent');
      return;
    }
    const input = ['-i', await made(decoder.codecs.includes('h264') || !hardware ? 'h264' : 'mpeg2video')];
    for (const { args } of variantsOf(decoder, version)) {
      const { ok, text } = await ask([...args, ...input, '-t', '1', '-f', 'null', '-']);
      // With -hwaccel alone it goes on without, and says so.
      const without = hardware && (!ok || /fail|no device|cannot|unable/i.test(text));
      table.add(`${type} decoder ${id}`, without ? 'machine' : 'ran');
      if (without) expect(await unknownIn('decoder', id, args)).toEqual([]);
      else expect(ok, text).toBe(true);
    }
  });
});

const rows = await sourceRows(version);

describe('sources', () => {
  it.each(sampleOf(rows, 4))('$name', async ({ name, inputs, device, serve }) => {
    if (device && !had.demuxers.has(device)) {
      table.add(`source ${name}`, 'absent');
      return;
    }
    if (device) {
      table.add(`source ${name}`, 'machine');
      for (const { options } of inputs) expect(await unknownIn('demuxer', device, options)).toEqual([]);
      return;
    }
    await using served = serve ? await serve() : null;
    expect(inputs.length).toBeGreaterThan(0);
    for (const input of inputs) {
      const { ok, text } = await ask(reading({ ...input, address: served?.url ?? input.address }));
      expect(ok, text.slice(-1500)).toBe(true);
      expect(text).toMatch(DECODED);
    }
    table.add(`source ${name}`, 'ran');
  });
});
