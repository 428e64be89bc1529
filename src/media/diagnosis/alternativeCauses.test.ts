import { expect, it } from 'vitest';
import { alsoOf, CAUSES, type Cause, guessedIf, type Role } from './causes.ts';
import { diagnoseRun } from './diagnoseRun.ts';
import type { Run } from './parseRun.ts';

const also = (run: Run, role: Role): readonly Cause[] => diagnoseRun(run, role).also;
const refusedAt = (address: string, args: string[] = []): Run => ({
  lines: [`${address}: Connection refused`],
  seconds: 0,
  exec: 'failed',
  ...{ inputs: [address], args: [...args, '-i', address] },
});
const closedAt = (address: string, more: Partial<Run> = {}): Run => ({
  lines: [`${address}: Input/output error`],
  seconds: 1,
  exec: 'failed',
  ...{ outputs: [address], args: ['-i', '{memfs}/c.m3u8', '-c', 'copy', '-f', 'flv', address], ...more },
});
const rejectedAt = (address: string): Run => ({
  lines: [
    '[srt @ 0x1] Connection to srt://h:6000 failed: Input/output error',
    '[srt @ 0x1] REJECT reported: Peer rejected connection',
    `${address}: Input/output error`,
  ],
  seconds: 0,
  exec: 'failed',
  ...{ outputs: [address], args: ['-i', '{memfs}/c.m3u8', '-c', 'copy', '-f', 'mpegts', address] },
});

it.each<[string, Run, Role, Cause, boolean]>([
  ['no proxy where none is set', refusedAt('http://cam/x'), 'source', 'proxy-refused', false],
  ['a proxy that is set', refusedAt('http://cam/x', ['-http_proxy', 'http://p:3128']), 'source', 'proxy-refused', true],
  ['no RTMP server of the core elsewhere', refusedAt('rtmp://cam/live/x'), 'source', 'rtmp-off', false],
  ['none for other protocols', refusedAt('http://localhost/x'), 'source', 'rtmp-off', false],
  ['the RTMP server of the core', refusedAt('rtmp://localhost/live/x'), 'source', 'rtmp-off', true],
  ['the RTMP server of the core at its port', refusedAt('rtmp://127.0.0.1:1935/live/x'), 'source', 'rtmp-off', true],
  ['another server of this machine', refusedAt('rtmp://127.0.0.1:2935/live/x'), 'source', 'rtmp-off', false],
  ['no key where the address has none', closedAt('rtmp://h/live'), 'target', 'key-refused', false],
  ['a key in the path', closedAt('rtmp://h/live/KEY'), 'target', 'key-refused', true],
  [
    'a key beside the address',
    closedAt('rtmp://h/live', { args: ['-rtmp_playpath', 'KEY', 'rtmp://h/live'] }),
    'target',
    'key-refused',
    true,
  ],
  ['no missing stream of who sends', closedAt('rtmp://h/live/KEY'), 'target', 'stream-missing', false],
  ['a name that is taken', closedAt('rtmp://h/live/KEY'), 'target', 'name-taken', true],
  [
    'no name that is taken of who reads',
    { ...closedAt('rtmp://h/live/KEY'), outputs: [], inputs: ['rtmp://h/live/KEY'] },
    'source',
    'name-taken',
    false,
  ],
  ['no key of SRT without a stream ID', rejectedAt('srt://h:6000?mode=caller'), 'target', 'key-refused', false],
  ['a key of SRT', rejectedAt('srt://h:6000?streamid=abc'), 'target', 'key-refused', true],
  ['a passphrase that is asked for', rejectedAt('srt://h:6000?mode=caller'), 'target', 'srt-passphrase', true],
])('guesses: %s', (_, run, role, cause, isGuessed) => expect(also(run, role).includes(cause)).toBe(isGuessed));

it.each(['push-refused', 'push-app', 'push-passphrase', 'waiting-push'] as const)(
  '%s is certain: nothing else is guessed',
  (cause) => expect(alsoOf(cause)).toEqual([]),
);

const stopped = {
  lines: ['Exiting normally, received signal 2.'],
  seconds: 5,
  exec: 'finished',
  order: 'start',
} as const;
const LIMITS =
  'ts=2026-11-22T00:15:35Z level=WARN component="Process" msg="Stopping because limits are exceeded" cpu=0.95 id="p" memory=57843712';

it.each<[string, Run['limits'], Cause, Cause[]]>([
  ['one for the processor', { cpuPercent: 50, memoryMb: 0 }, 'limit-cpu', []],
  ['one for the memory', { cpuPercent: 0, memoryMb: 50 }, 'limit-memory', []],
  ['both, and memory is left', { cpuPercent: 50, memoryMb: 500 }, 'limit-cpu', ['limit-memory']],
  ['both, and no memory is left', { cpuPercent: 50, memoryMb: 50 }, 'limit-memory', ['limit-cpu']],
  ['some that are not known', undefined, 'limit-memory', ['limit-cpu']],
])('with %s the limit is told', (_, limits, cause, others) => {
  const run: Run = { ...stopped, core: [LIMITS], ...(limits ? { limits } : {}) };
  expect(diagnoseRun(run, 'source')).toMatchObject({ cause, also: others });
});

it('guesses no stale timeout where none is set', () => {
  const killed: Run = { lines: ['frame=  150 fps=25', 'x'], seconds: 5, exec: 'killed', order: 'start' };
  expect(also(killed, 'source')).toEqual(['stale']);
  expect(also({ ...killed, staleTimeout: 0 }, 'source')).toEqual([]);
});

it('asks for something before most of what is about the settings of somebody is guessed', () =>
  expect(CAUSES.filter((cause) => guessedIf(cause) !== null).length).toBeGreaterThan(15));
