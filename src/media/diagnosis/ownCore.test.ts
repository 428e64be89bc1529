import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FieldName } from './causes.ts';
import { type Cause, partyOf, type Role } from './causes.ts';
import { causeInCoreLog, coreLinesOf, coreLinesOfRun } from './coreLog.ts';
import { diagnoseRun } from './diagnoseRun.ts';
import { connectionTexts } from './texts/connectionTexts.ts';

const peer = readFileSync(new URL('../../../server/rtmp/peer.ts', import.meta.url), 'utf8');

const named = (cause: Cause, lines: string[], role: Role, pushed = false) =>
  expect(diagnoseRun({ lines, seconds: 1, exec: 'failed', pushed }, role).cause).toBe(cause);

describe('a rejection by the embedded core', () => {
  it.each<[words: string, Cause, Role]>([
    ['name belongs to a process of this core', 'name-reserved', 'target'],
    ['name is already publishing', 'name-taken', 'target'],
    ['nobody publishes this name', 'stream-missing', 'source'],
  ])('"%s" has the cause %s, and its line is shown', (words, cause, role) => {
    expect(peer).toContain(`'${words}'`);
    named(cause, [`[rtmp @ 0x1] Server error: ${words}`, 'rtmp://h/live/x: Operation not permitted'], role);
  });

  it.each<[words: string, Cause]>([
    ['Publisher sends no keyframe and is dropped', 'no-keyframe'],
    ['Gives its name to a process of this core', 'name-reserved'],
  ])('"%s" in its log has the cause %s', (words, cause) => {
    expect(peer).toContain(`'${words}'`);
    const line = `ts=2026-11-25T15:11:15Z level=WARN component="RTMP" msg="${words}" channel="/live/x.stream"`;
    expect(causeInCoreLog([line], 'target')?.cause).toBe(cause);
  });

  it.each<[Cause, Role, ReturnType<typeof partyOf>, FieldName | null]>([
    ['name-reserved', 'target', 'us', 'key'],
    ['name-reserved', 'source', 'us', 'address'],
    ['placeholder-left', 'source', 'us', 'address'],
    ['placeholder-left', 'target', 'us', 'address'],
  ])('with the cause %s for the %s has to be fixed by %s, in the field %s', (cause, role, party, field) => {
    expect(partyOf(cause, role)).toBe(party);
    expect(connectionTexts).toMatchObject({ [cause]: { [role]: { field } } });
  });
});

describe('a full memory storage', () => {
  const runner = readFileSync(new URL('../../../server/process/run/runner.ts', import.meta.url), 'utf8');
  const words = 'No space left in the memory storage';
  const ended = [
    "Output #0, hls, to 'http://127.0.0.1:8080/memfs/x.m3u8':",
    `/memfs/x_0001.ts: ${words}`,
    "[hls @ 0x1] Opening 'http://127.0.0.1:8080/memfs/x_0002.ts' for writing",
  ];
  const bye = ['video:3035kB audio:0kB subtitle:0kB', 'Exiting normally, received signal 2.'];

  it.each<[how: string, lines: string[], exec: 'finished' | 'failed']>([
    ['ends a process that ffmpeg would continue', [...ended, ...bye, `/memfs/x_0005.ts: ${words}`], 'finished'],
    ['keeps it from starting', [`/memfs/x_0005.ts: ${words}`], 'failed'],
    [
      'makes ffmpeg end',
      [
        ...ended,
        '[http @ 0x1] HTTP error 400 Bad Request',
        'av_interleaved_write_frame(): Input/output error',
        ...bye,
        `/memfs/x_0005.ts: ${words}`,
      ],
      'failed',
    ],
    ['ends it, with only the first of two lines known', [...ended, ...bye], 'failed'],
  ])('is detected when it %s', (_, lines, exec) => {
    expect(runner).toContain(words);
    for (const role of ['source', 'target'] as const) {
      expect(diagnoseRun({ lines, seconds: 8, exec, order: 'start' }, role)).toMatchObject({
        cause: 'storage-full',
        party: 'machine',
        severity: 'fatal',
      });
    }
  });
});

it.each([
  ['http://h:8080/{memfs}/x.m3u8: Server returned 404 Not Found'],
  ['Error opening input file http://h/{rtmp,name=x}.'],
  ['rtmp://h/live/{diskfs}: Input/output error'],
])('the line %s contains a placeholder that was not filled in', (line) => named('placeholder-left', [line], 'source'));

it.each([
  ['http://h/{id}/x.m3u8: Server returned 404 Not Found', 'not-found'],
  ['http://h/memfs/x.m3u8: Server returned 404 Not Found', 'not-found'],
] as const)('the line %s contains no placeholder', (line, cause) => named(cause, [line], 'source'));

const AT = 1_764_083_400;
const stamp = (seconds: number) =>
  `ts=${new Date((AT + seconds) * 1000).toISOString().slice(0, 19)}Z level=WARN component="HTTP"`;
const wrong = (seconds: number) => `${stamp(seconds)} msg="Wrong password for /memfs" client="127.0.0.1"`;
const refused = (seconds: number, file: string) =>
  `${stamp(seconds)} client="127.0.0.1" method="PUT" path="/memfs/${file}" proto="HTTP/1.1" status=401`;

it.each<[string, string[], boolean]>([
  ['its own file', [wrong(1), refused(1, 'a.m3u8')], true],
  ['the file of another process', [wrong(1), refused(1, 'b.m3u8')], false],
  ['its own file, before a password was requested', [refused(1, 'a.m3u8')], false],
  ['its own file, long before', [wrong(-900), refused(-900, 'a.m3u8')], false],
])("a wrong storage password is found in the core's log by %s: %s", (_, log, isCertain) => {
  const lines = coreLinesOf(log, { id: 'p', names: ['a.m3u8'], from: AT, to: AT + 10 });
  expect(causeInCoreLog(lines, 'source')?.cause ?? null).toBe(isCertain ? 'storage-password' : null);
});

it.each<[string, string, boolean]>([
  ['a segment of its encoder', 'ingest/cam_12.ts', true],
  ['the playlist of its encoder', 'ingest/cam.m3u8', true],
  ['a segment of another encoder', 'ingest/bar_12.ts', false],
  ['its own segment', 'cam_12.ts', false],
])("a push without space left is found in the core's log by %s: %s", (_, file, isCertain) => {
  const server = readFileSync(new URL('../../../server/http/files/fileServer.ts', import.meta.url), 'utf8');
  expect(server).toContain("'Push refused'");
  const line = `${stamp(1)} msg="Push refused" client="203.0.113.9" path="/memfs/${file}" reason="not enough space on device"`;
  const config = { input: [{ address: '{memfs}/ingest/cam.m3u8' }], output: [{ address: '{memfs}/cam.m3u8' }] };
  const addresses = [...config.input, ...config.output].map(({ address }) => address);
  const lines = coreLinesOfRun([line], { id: 'p', addresses, pushed: false }, { from: AT, to: AT + 10 }, AT, 5);
  const { cause } = diagnoseRun(
    { lines: ['Failed to reload playlist 0'], seconds: 5, exec: 'failed', core: lines },
    'source',
  );
  expect(cause === 'push-full').toBe(isCertain);
});

it.each<[string, Cause]>([
  ['http://127.0.0.1:8080/memfs/c.m3u8', 'storage-password'],
  ['http://***@localhost:8080/memfs/c.m3u8', 'storage-password'],
  ['http://other.example:8080/memfs/c.m3u8', 'login-needed'],
  ['http://127.0.0.1:8080/live/c.m3u8', 'login-needed'],
])('a 401 at %s has the cause %s', (address, cause) =>
  named(cause, ['[http @ 0x1] HTTP error 401 Unauthorized', `${address}: Server returned 401 Unauthorized`], 'source'),
);
