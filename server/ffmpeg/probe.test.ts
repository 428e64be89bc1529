import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { testTempDir } from '../../harness/test/core/testTempDir.ts';
import { encodeAmf } from '../rtmp/amf.ts';
import { limit } from '../util/limits.ts';
import { type ExitStatus, spawnChild } from './child.ts';
import { parseProbeStreams, probe } from './probe.ts';

afterEach(() => vi.useRealTimers());

// Logs of ffmpeg 5.1, and what core 16.14.0 read in them.
const Case = z.object({ name: z.string(), log: z.array(z.string()), streams: z.array(z.unknown()) });
const recorded = new URL('../fixtures/probe-cases.json', import.meta.url);

describe('the streams of a probe', () => {
  it.each(z.array(Case).parse(JSON.parse(readFileSync(recorded, 'utf8'))))(
    'match the recording $name',
    ({ log, streams }) => expect(parseProbeStreams(log)).toEqual(streams),
  );
});

function silentChild() {
  let exit: (end: ExitStatus) => void = () => {};
  const ended = new Promise<ExitStatus>((resolve) => {
    exit = resolve;
  });
  return (onLine: (line: string) => void) => ({
    pid: 1,
    ended,
    end: () => {
      onLine('Exiting normally, received signal 2.');
      exit('finished');
    },
  });
}

it('a probe ends after 20 s', async () => {
  vi.useFakeTimers();
  let isOver = false;
  const result = probe(silentChild()).then((answer) => {
    isOver = true;
    return answer;
  });
  await vi.advanceTimersByTimeAsync(19_999);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await result).toEqual({ streams: [], log: ['Exiting normally, received signal 2.'] });
});

describe('a probe with endless output', () => {
  const printing = (lines: Iterable<string>) => (onLine: (line: string) => void) => {
    for (const line of lines) onLine(line);
    return { pid: 1, ended: Promise.resolve<ExitStatus>('failed'), end() {} };
  };
  function* repeatLines(count: number, before: string[], after: string[]) {
    yield* before;
    for (let at = 0; at < count; at += 1) yield `                    : ${at}`;
    yield* after;
  }

  it('keeps the first and last lines, and finds streams in between', async () => {
    const { streams, log } = await probe(
      printing(
        repeatLines(
          1_000_000,
          ["Input #0, flv, from 'x.flv':"],
          ['  Stream #0:0: Audio: mp3, 44100 Hz, stereo, fltp', 'At least one output file must be specified'],
        ),
      ),
    );
    expect(log).toHaveLength(1.5 * limit('probeLines') + 1);
    expect([log[0], log[limit('probeLines')], log.at(-1)]).toEqual([
      "Input #0, flv, from 'x.flv':",
      `... truncated ${1_000_003 - 1.5 * limit('probeLines')} lines ...`,
      'At least one output file must be specified',
    ]);
    expect(streams).toMatchObject([{ url: 'x.flv', codec: 'mp3', sampling_hz: 44100 }]);
  });

  it('is limited in its number of streams', async () => {
    const lines = Array.from({ length: 5_000 }, (_, at) => `  Stream #0:${at}: Audio: mp3, 44100 Hz, stereo`);
    const { streams } = await probe(printing(["Input #0, mpegts, from 'x':", ...lines]));
    expect(streams).toHaveLength(limit('ffmpegStreams') - 1);
  });

  it('of a real file of line feeds stays small @nightly', async () => {
    const file = join(testTempDir(), 'feeds.flv');
    writeFileSync(file, flvOfLineFeeds(1_000));
    const { streams, log } = await probe((onLine) => spawnChild('ffmpeg', ['-hide_banner', '-i', file], onLine));
    expect(log.length).toBeLessThanOrEqual(1.5 * limit('probeLines') + 1);
    expect(JSON.stringify(log).length).toBeLessThan(100_000);
    expect(log.join()).toContain('truncated');
    expect(streams).toMatchObject([{ url: file, format: 'flv', type: 'audio', codec: 'mp3' }]);
  });
});

function flvOfLineFeeds(values: number): Buffer {
  const tag = (type: number, body: Buffer) => {
    const head = Buffer.alloc(11);
    head.writeUInt8(type, 0);
    head.writeUIntBE(body.length, 1, 3);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(11 + body.length);
    return Buffer.concat([head, body, size]);
  };
  const members = Object.fromEntries(Array.from({ length: values }, (_, at) => [`k${at}`, '\n'.repeat(1_000)]));
  const sound = Buffer.concat([Buffer.from([0x2f]), Buffer.from('fffb9064', 'hex'), Buffer.alloc(413)]);
  return Buffer.concat([
    Buffer.from('464c5601040000000900000000', 'hex'),
    tag(18, encodeAmf(['onMetaData', members])),
    ...Array.from({ length: 20 }, () => tag(8, sound)),
  ]);
}
