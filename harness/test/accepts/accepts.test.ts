import { afterAll, describe, expect, it } from 'vitest';
import { decoders } from '../../../src/catalog/coders/decoders.ts';
import { knownEncoders } from '../../../src/catalog/coders/index.ts';
import { services } from '../../../src/catalog/services/index.ts';
import { encoderRows, variantsOf } from '../../../src/catalog/trial/coderRows.ts';
import { serviceRows } from '../../../src/catalog/trial/serviceRows.ts';
import { type TrialRow, trialArguments } from '../../../src/catalog/trial/trialRow.ts';
import { batchesOf, filterRows } from '../../../src/catalog/trial/trialTable.ts';
import { refusalIn } from '../../../src/media/diagnosis/argumentRefusal.ts';
import type { Skills } from '../../../src/media/encoding/skills.ts';
import { sampleOf, suite } from '../testing/quickOrWholeSuite.ts';
import { acceptanceSources, contextOf, readInput } from './acceptanceSources.ts';
import { createResultTable } from './ffmpegAcceptanceResults.ts';
import { unknownIn } from './findUnknownOptions.ts';
import { makeMediaFile } from './makeMediaFile.ts';
import { askFfmpeg, listNames, versionAsked } from './runTestedFfmpeg.ts';

// Options of missing hardware are compared with ffmpeg's help instead of being run.

const version = await versionAsked();
const had = {
  encoders: await listNames('encoders'),
  decoders: new Set([...(await listNames('decoders')), ...(await listNames('hwaccels'))]),
  muxers: await listNames('muxers'),
  filters: await listNames('filters'),
  demuxers: new Set([...(await listNames('demuxers')), ...(await listNames('devices'))]),
};
const table = createResultTable(() => version.version);
afterAll(() => table.tell());

it('the ffmpeg under test is a version that the interface knows', () =>
  expect(version.major).toBeGreaterThanOrEqual(4));

const HEAVY = ['librav1e', 'libsvtav1', 'libx265', 'libvpx-vp9', 'libvpx', 'libaom-av1'];

function running(rows: readonly TrialRow[]) {
  const { global, inputs, outputs } = trialArguments(rows);
  return askFfmpeg([
    ...global,
    ...inputs.flatMap(({ address, options }) => [...options, '-i', address]),
    ...outputs.flatMap(({ address, options }) => [...options, address]),
  ]);
}

async function refusedOf(rows: readonly TrialRow[]) {
  const refused: string[] = [];
  for (const batch of batchesOf(rows)) {
    if ((await running(batch)).ok) continue;
    for (const entry of batch) {
      const { ok, text } = await running([entry]);
      if (!ok)
        refused.push(
          `${entry.setting?.key}=${entry.setting?.value}: ${entry.output?.options.join(' ')}\n${text.slice(-600)}`,
        );
    }
  }
  return refused;
}

const IDLE = ['copy', 'none'];
// Also checks frames: with wall-clock timestamps on a busy machine, the time can end below zero.
const DECODED = /frame= *[1-9]|time=00:00:0[0-9]/;

describe.each(['video', 'audio'] as const)('%s', (type) => {
  const real = knownEncoders[type].filter(({ codec }) => !IDLE.includes(codec));
  it.each(real.filter(({ id }) => suite === 'whole' || !HEAVY.includes(id)))(
    'ffmpeg accepts the encoder $id',
    async (encoder) => {
      const { id } = encoder;
      if (!had.encoders.has(id)) {
        table.add(`encoder ${id}`, 'absent');
        return;
      }
      const { ok, text } = await running(encoderRows(encoder, version, '1').slice(0, 1));
      const [, ...others] = encoderRows(encoder, version);
      if (encoder.hardware && !ok) {
        table.add(`encoder ${id}`, 'machine');
        const unknown = await Promise.all(
          variantsOf(encoder, version).map(({ args }) => unknownIn('encoder', id, args)),
        );
        expect([...new Set(unknown.flat())]).toEqual([]);
        return;
      }
      expect(ok, text).toBe(true);
      expect(await refusedOf(sampleOf(others, 3))).toEqual([]);
      table.add(`encoder ${id}`, 'ran');
    },
  );

  it.each(sampleOf(decoders[type], 3))('ffmpeg accepts the decoder $id', async (decoder) => {
    const { id, hardware } = decoder;
    if (id !== 'default' && !had.decoders.has(id)) {
      table.add(`${type} decoder ${id}`, 'absent');
      return;
    }
    const input = ['-i', await makeMediaFile(decoder.codecs.includes('h264') || !hardware ? 'h264' : 'mpeg2video')];
    for (const { args } of variantsOf(decoder, version)) {
      const { ok, text } = await askFfmpeg([...args, ...input, '-t', '1', '-f', 'null', '-']);
      // With -hwaccel alone, ffmpeg falls back to software and prints a message.
      const lacksDevice = hardware && (!ok || /fail|no device|cannot|unable/i.test(text));
      table.add(`${type} decoder ${id}`, lacksDevice ? 'machine' : 'ran');
      if (lacksDevice) expect(await unknownIn('decoder', id, args)).toEqual([]);
      else expect(ok, text).toBe(true);
    }
  });
});

/** The skills of this ffmpeg as a core reports them, with every protocol. */
function skillsHere(): Skills {
  const ofType = (type: 'video' | 'audio') => knownEncoders[type].filter(({ id }) => had.encoders.has(id));
  const codecs = (type: 'video' | 'audio') => Object.fromEntries(ofType(type).map(({ id, codec }) => [codec, [id]]));
  const { skills } = contextOf(version);
  return {
    ...skills,
    encoders: { video: ofType('video').map(({ id }) => id), audio: ofType('audio').map(({ id }) => id) },
    codecs: { video: codecs('video'), audio: codecs('audio') },
    formats: { demuxers: [...had.demuxers], muxers: [...had.muxers] },
    protocols: { ...skills.protocols, output: services.flatMap(({ requires }) => requires.protocols ?? []) },
    filters: [...had.filters],
  };
}

describe('filters of the catalog', () => {
  const rows = filterRows(skillsHere());
  it('exist in ffmpeg', () => expect(rows.length).toBeGreaterThan(10));
  it('are accepted by ffmpeg', async () => expect(await refusedOf(rows)).toEqual([]));
});

describe('services of the catalog', () => {
  // Without a server the connection fails, which is not a rejection of the arguments.
  const all = serviceRows(skillsHere());
  const [byDefault, set] = [all.filter(({ setting }) => !setting), all.filter(({ setting }) => setting)];
  it.each([...sampleOf(byDefault, 3), ...sampleOf(set, 12)])('ffmpeg accepts $names $setting', async (row) => {
    const { text } = await running([row]);
    expect(refusalIn({ lines: text.split('\n'), seconds: null, exec: 'failed' }, row)).toBeNull();
  });
});

const rows = await acceptanceSources(version);

describe('sources of the catalog', () => {
  it.each(sampleOf(rows, 4))('ffmpeg accepts $name', async ({ name, inputs, device, serve }) => {
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
      const { ok, text } = await askFfmpeg(readInput({ ...input, address: served?.url ?? input.address }));
      expect(ok, text.slice(-1500)).toBe(true);
      expect(text).toMatch(DECODED);
    }
    table.add(`source ${name}`, 'ran');
  });
});
