import { beforeAll, describe, expect, it } from 'vitest';
import { INGEST_CODECS, isPassedByDefault } from '../../../src/catalog/coders/chooseCoders.ts';
import { parseStreamDump } from '../../../src/media/encoding/streamDump.ts';
import { emptyStream, type MediaType, type Stream } from '../../../src/media/encoding/streams.ts';
import { PICTURE, SOUND } from './makeMediaFile.ts';
import { askFfmpeg } from './runTestedFfmpeg.ts';

// Encodes everything that this ffmpeg can encode, and checks what the interface copies. Add new values here to copy
// them.

const PASSED: Readonly<Record<string, readonly string[]>> = {
  // ffmpeg reads 8-bit 4:0:0 as 4:2:0.
  'pixels of libx264': ['yuv420p', 'yuvj420p', 'nv12', 'nv21', 'gray'],
  'pixels of libx264rgb': [],
  'profiles of libx264': ['baseline', 'main', 'high'],
  'profiles of aac': ['aac_low', 'mpeg2_aac_low'],
  'layouts of aac': ['mono', 'stereo'],
  'sample rates of aac': ['all'],
  'sample rates of libmp3lame': [],
};

const X264 = ['-codec:v', 'libx264', '-preset', 'ultrafast', '-frames:v', '3'];
const AAC = ['-codec:a', 'aac', '-b:a', '256k', '-t', '0.2'];
/** Pixel formats that the profile requires. */
const COLORS: Readonly<Record<string, string>> = { high10: 'yuv420p10le', high422: 'yuv422p', high444: 'yuv444p' };

const video = (...args: string[]) => [...PICTURE, '-an', ...args];
const audio = (...args: string[]) => [...SOUND, '-vn', ...args];

const MAKES: Readonly<Record<string, (value: string) => string[]>> = {
  'pixels of libx264': (format) => video(...X264, '-pix_fmt', format),
  'pixels of libx264rgb': (format) => video('-codec:v', 'libx264rgb', '-frames:v', '3', '-pix_fmt', format),
  'profiles of libx264': (profile) =>
    video('-codec:v', 'libx264', '-frames:v', '3', '-profile:v', profile, '-pix_fmt', COLORS[profile] ?? 'yuv420p'),
  'profiles of aac': (profile) => audio(...AAC, '-ac', '2', '-profile:a', profile),
  'layouts of aac': (layout) => audio(...AAC, '-af', `aformat=channel_layouts=${layout}`),
  'sample rates of aac': (rate) => audio(...AAC, '-ac', '2', '-ar', rate),
  'sample rates of libmp3lame': (rate) => audio('-codec:a', 'libmp3lame', '-t', '0.2', '-ar', rate),
};

const supported = async (encoder: string, property: string) =>
  (new RegExp(`Supported ${property}: (.*)`).exec((await askFfmpeg(['-h', `encoder=${encoder}`])).text)?.[1] ?? '')
    .split(' ')
    .filter((name) => name !== '');

/** Channel layouts of libavcodec, for encoders that list none. */
async function layouts() {
  const { text } = await askFfmpeg(['-layouts']);
  const [, standard = ''] = text.split(/Standard channel layouts:\n.*\n/);
  return standard.split('\n').flatMap((line) => line.split(/\s+/, 1).filter((name) => name !== ''));
}

const values = new Map<string, readonly string[]>();
beforeAll(async () => {
  for (const encoder of ['libx264', 'libx264rgb'])
    values.set(`pixels of ${encoder}`, await supported(encoder, 'pixel formats'));
  for (const encoder of ['aac', 'libmp3lame'])
    values.set(`sample rates of ${encoder}`, await supported(encoder, 'sample rates'));
  values.set('layouts of aac', await layouts());
  values.set('profiles of libx264', ['baseline', 'main', 'high', ...Object.keys(COLORS)]);
  values.set('profiles of aac', ['aac_low', 'aac_main', 'aac_ltp', 'mpeg2_aac_low']);
});

/** The stream as ffmpeg prints it; null if it cannot be encoded. */
async function streamMade(set: string, value: string): Promise<Stream | null> {
  const file = `/tmp/sluice-passthrough-${process.pid}.ts`;
  if (!(await askFfmpeg([...(MAKES[set]?.(value) ?? []), file])).ok) return null;
  const lines = (await askFfmpeg(['-i', file])).text.split('\n');
  const [traits] = parseStreamDump(lines);
  const line = lines.find((text) => text.includes('Stream #0:0')) ?? '';
  const [, type = '', codec = '', rest = ''] = /: (Video|Audio): (\w+)(.*)/.exec(line) ?? [];
  const [, pix_fmt = ''] = /\), (\w+)\(?.*, \d+x\d+/.exec(rest) ?? [];
  const [, hertz = '0', layout = ''] = /, (\d+) Hz, ([^,]+)/.exec(rest) ?? [];
  return { ...emptyStream, ...traits, type: type.toLowerCase(), codec, pix_fmt, sampling_hz: Number(hertz), layout };
}

const isPassed = (stream: Stream, type: MediaType) => isPassedByDefault(stream, type, INGEST_CODECS);

describe('the choice between copying and encoding', () => {
  it.each(Object.entries(PASSED))('copies only the listed %s: %j', async (set, passed) => {
    const type = set.startsWith('pixels') || set.includes('x264') ? 'video' : 'audio';
    const results: string[] = [];
    const chosen: string[] = [];
    for (const value of values.get(set) ?? []) {
      const stream = await streamMade(set, value);
      if (stream === null) continue;
      expect(stream.type).toBe(type);
      results.push(value);
      if (isPassed(stream, type)) chosen.push(value);
    }
    expect(results.length).toBeGreaterThan(2);
    expect(chosen).toEqual(passed[0] === 'all' ? results : results.filter((value) => passed.includes(value)));
    expect(passed.filter((value) => value !== 'all' && !results.includes(value))).toEqual([]);
  });

  it('encodes every other codec', async () => {
    const { text } = await askFfmpeg(['-encoders']);
    const codecs = text.split('\n').flatMap((line) => {
      const [, kind, name = '', codec = name] = /^ ([VA])[.A-Z]{5} (\S+) .*?(?:\(codec (\w+)\))?$/.exec(line) ?? [];
      return kind === undefined || name === '=' ? [] : [{ type: kind === 'V' ? 'video' : 'audio', codec } as const];
    });
    expect(codecs.length).toBeGreaterThan(100);
    const passed = codecs.filter(({ type, codec }) => isPassed({ ...emptyStream, type, codec }, type));
    expect([...new Set(passed.map(({ codec }) => codec))].sort()).toEqual(['aac', 'h264']);
  });
});
