import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Cause } from '../../../src/media/diagnosis/causes.ts';
import { causeTexts } from '../../../src/media/diagnosis/causeTexts.ts';
import { evidenceIn } from '../../../src/media/diagnosis/diagnoseRun.ts';
import { list } from './case.ts';
import {
  confusionOf,
  diagnoseRecording,
  isRecordings,
  recordingsIn,
  summaryOf,
  sumsOf,
} from './judgeRecordedFailures.ts';

// Recorded with ffmpeg 5.1.9 and 7.1.5, and a core 16.14: extracts of each log, and 42 complete logs.
const readFixture = (file: string) => readFileSync(new URL(`fixtures/${file}`, import.meta.url), 'utf8');
const text = readFixture('causes.json');
/** Made with ffmpeg 5.1.9 and misbehaving servers, for causes without a recording. */
const own: unknown = JSON.parse(readFixture('own-causes.json'));
/** Recorded after the patterns were written. Nine of twelve were recognized without changes. */
const unseen: unknown = JSON.parse(readFixture('unseen-causes.json'));

/** Lines that rule out a cause. */
const CONTRADICTED: readonly [told: RegExp, guess: Cause][] = [
  [/Connection to tcp:\S+ failed: Connection refused/, 'proxy-refused'],
  [/HTTP error \d|Server returned \d/, 'no-answer'],
  [/^Output #0/, 'refused'],
  [/Server error: /, 'no-answer'],
];

type Change = (line: string) => string;

/** Variations without effect on the cause. */
const changes: [what: string, change: Change][] = [
  ['as they are', (line) => line],
  [
    'with other hosts',
    (line) => line.replaceAll('127.0.0.1', 'media.example.net').replaceAll('192.0.2.', '198.51.100.'),
  ],
  [
    'with other ports',
    (line) => line.replace(/(127\.0\.0\.1):(\d{4})\b/g, (_, host, port) => `${host}:${Number(port) + 4000}`),
  ],
  ['with other pointers', (line) => line.replace(/0x55d0\b/g, '0x7f3a1c0042e0')],
  [
    'in the words of small images',
    (line) =>
      line
        .replace(/: Input\/output error$/, ': I/O error')
        .replace(/: No route to host$/, ': Host is unreachable')
        .replace(/: Network is unreachable$/, ': Network unreachable')
        .replace(/: Connection timed out$/, ': Operation timed out')
        .replace(/: Address already in use$/, ': Address in use')
        .replace(/: Device or resource busy$/, ': Resource busy'),
  ],
  [
    'in the units of ffmpeg 6 and 7',
    (line) => line.replaceAll('kB', 'KiB').replaceAll('Non-monotonous', 'Non-monotonic'),
  ],
  ['with CRLF and trailing blanks', (line) => `${line}  \r`],
  ['with levels', (line) => line.replace(/^(\[[^\]]* @ [^\]]*\] )/, '$1[error] ')],
  ['with decimal commas', (line) => line.replace(/(\d)\.(\d+x)/g, '$1,$2')],
];

const changed = (change: Change) => {
  const lines = (value: unknown) => (Array.isArray(value) ? value.map((line) => change(String(line))) : value);
  const recordings = JSON.parse(text, (key, value) => {
    if (key === 'lines') return lines(value);
    return key === 'command'
      ? String(value).split(' ').map(change).join(' ').replaceAll('\r', '').replaceAll('  ', ' ').trim()
      : value;
  });
  return recordingsIn(recordings, (file) => readFixture(file).split('\n').map(change).join('\n'));
};

it.each(changes)('recordings %s: nearly all tellable causes are named, and hardly any wrong', (_, change) => {
  const sums = sumsOf(changed(change));
  expect(summaryOf(sums).join('\n')).toMatch(/tellable and named/);
  expect(sums.named / sums.tellable).toBeGreaterThanOrEqual(0.9);
  expect(sums.wrong.length / sums.all).toBeLessThanOrEqual(0.02);
  expect(sums.healthy).toBe(sums.controls);
  expect(sums.isGood).toBe(true);
});

it('the recordings name at least 60 causes', () => {
  const named = changed((line) => line).filter(({ tellable, cause, named: found }) => tellable && found === cause);
  expect(new Set(named.map(({ cause }) => cause)).size).toBeGreaterThanOrEqual(60);
});

it('the summary lists for each cause what was named instead', () => {
  const recording = { id: 'x', cause: 'refused', isControl: false, tellable: true, best: 'refused' };
  const table = confusionOf([
    { ...recording, named: 'refused' },
    { ...recording, named: 'timeout' },
  ]);
  expect(table.join()).toMatch(/refused +1 of +2 +also said: timeout 1/);
  expect(sumsOf([{ ...recording, named: 'timeout' }])).toMatchObject({ named: 0, isGood: false });
});

it('a file of recordings is recognized by its structure', () => {
  expect(isRecordings(JSON.parse(text))).toBe(true);
  expect(isRecordings({ format: 'x' })).toBe(false);
  expect(isRecordings([])).toBe(false);
});

it.each([
  ['along with the patterns', own],
  ['after the patterns', unseen],
])('failures made for this test %s: all are named, and none wrong', (_, file) => {
  expect(isRecordings(file)).toBe(true);
  const recordings = recordingsIn(file, () => null);
  expect(recordings.length).toBeGreaterThanOrEqual(30);
  const { wrong, tellable, named } = sumsOf(recordings);
  expect(wrong.map(({ id, named: found }) => `${id}: ${found}`)).toEqual([]);
  expect(named).toBe(tellable);
});

function inWordsOf7(lines: readonly string[], where: unknown): string[] {
  const [side, part] = where === 'destination' ? ['output', 'out#0/flv'] : ['input', 'in#0'];
  return lines.flatMap((line) => {
    const [, address, reason] = /^((?:[a-z]+:\/\/|\/)\S+): ([A-Z].*)$/.exec(line) ?? [];
    if (address !== undefined)
      return [
        `[${part} @ 0x55d0] Error opening ${side}${side === 'output' ? ` ${address}` : ''}: ${reason}`,
        `Error opening ${side} file ${address}.`,
        `Error opening ${side} files: ${reason}`,
      ];
    return line
      .replace('av_interleaved_write_frame():', '[vost#0:0/copy @ 0x55d0] Error submitting a packet to the muxer:')
      .replace(/^(\/\S+: )?corrupt input packet/, '[in#0/mov,mp4,m4a,3gp,3g2,mj2 @ 0x55d0] corrupt input packet')
      .replace(/\bkB\b/g, 'KiB');
  });
}

it('the same failures in the messages of ffmpeg 7: all are named, and none wrong', () => {
  const newer = list(own).map((recording) => ({
    ...recording,
    lines: inWordsOf7(Array.isArray(recording.lines) ? recording.lines.map(String) : [], recording.where),
  }));
  const { wrong, tellable, named } = sumsOf(recordingsIn(newer, () => null));
  expect(wrong.map(({ id, named: found }) => `${id}: ${found}`)).toEqual([]);
  expect(named).toBe(tellable);
});

it.each(list(own).filter(({ severity }) => severity === 'fatal'))(
  '$id is shown with log lines, not with statistics',
  (recording) => {
    const [line = ''] = diagnoseRecording(recording, null).lines;
    expect(evidenceIn(line)).toMatch(/[a-z]{4}/i);
    expect(evidenceIn(line)).not.toMatch(/0x|kb\/s|Avg QP|Conversion failed|frame=/);
  },
);

const recorded = [JSON.parse(text), own, unseen].flatMap((file) => list(file));

it.each(recorded)('$id: no guess contradicts or repeats its lines', (recording) => {
  const { cause, also } = diagnoseRecording(recording, null);
  const role = recording.where === 'destination' ? 'target' : 'source';
  const titles = [cause, ...also].map((name) => causeTexts[name][role].title);
  expect(new Set(titles).size).toBe(titles.length);
  const lines = Array.isArray(recording.lines) ? recording.lines.map(String) : [];
  for (const [pattern, guess] of CONTRADICTED)
    if (lines.some((line) => pattern.test(line))) expect(also).not.toContain(guess);
});
