import { expect, it } from 'vitest';
import { alsoOf, CAUSES, type Cause, FACTS, guessedIf, type Role } from './causes.ts';
import { causeTexts } from './causeTexts.ts';
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
  ['no proxy if none is set', refusedAt('http://cam/x'), 'source', 'proxy-refused', false],
  ['a proxy that is set', refusedAt('http://cam/x', ['-http_proxy', 'http://p:3128']), 'source', 'proxy-refused', true],
  ['no RTMP server of the core elsewhere', refusedAt('rtmp://cam/live/x'), 'source', 'rtmp-off', false],
  ['no RTMP server for other protocols', refusedAt('http://localhost/x'), 'source', 'rtmp-off', false],
  ['the RTMP server of the core', refusedAt('rtmp://localhost/live/x'), 'source', 'rtmp-off', true],
  ['the RTMP server of the core at its port', refusedAt('rtmp://127.0.0.1:1935/live/x'), 'source', 'rtmp-off', true],
  ['another server of this machine', refusedAt('rtmp://127.0.0.1:2935/live/x'), 'source', 'rtmp-off', false],
  [
    'no RTMP server that is running',
    { ...refusedAt('rtmp://localhost/live/x'), rtmpIsOn: true },
    'target',
    'rtmp-off',
    false,
  ],
  [
    'a proxy, unless the line names another',
    {
      ...refusedAt('http://cam/x', ['-http_proxy', 'http://p:3128']),
      lines: ['[tcp @ 0x1] Connection to tcp://cam:80 failed: Connection refused', 'http://cam/x: Connection refused'],
    },
    'source',
    'proxy-refused',
    false,
  ],
  ['no wrong key beside a cause that includes it', closedAt('rtmp://h/live/KEY'), 'target', 'key-refused', false],
  ['no missing stream for a publisher', closedAt('rtmp://h/live/KEY'), 'target', 'stream-missing', false],
  ['a name already in use', closedAt('rtmp://h/live/KEY'), 'target', 'name-taken', true],
  [
    'no name in use for a reader',
    { ...closedAt('rtmp://h/live/KEY'), outputs: [], inputs: ['rtmp://h/live/KEY'] },
    'source',
    'name-taken',
    false,
  ],
  [
    'no passphrase beside a rejection that names it',
    rejectedAt('srt://h:6000?mode=caller'),
    'target',
    'srt-passphrase',
    false,
  ],
  ['an SRT name already in use', rejectedAt('srt://h:6000?streamid=abc'), 'target', 'name-taken', true],
])('alternative causes of a failed run: %s', (_, run, role, cause, isGuessed) =>
  expect(also(run, role).includes(cause)).toBe(isGuessed),
);

/** Causes with the same meaning. */
const SAME: readonly (readonly Cause[])[] = [
  ['ended', 'source-ended', 'source-lost', 'connection-lost', 'source-stalled', 'hls-frozen', 'waiting-push'],
  ['stale', 'source-stalled', 'target-stalled', 'no-progress-seen'],
  ['no-answer', 'timeout', 'no-packets', 'unreachable'],
  ['stream-missing', 'not-found', 'waiting-push', 'no-streams'],
  ['closed-after-start', 'rtmp-closed', 'rejected', 'key-refused', 'login-wrong'],
  ['srt-rejected', 'srt-passphrase', 'key-refused', 'stream-missing'],
  ['icecast-refused', 'name-taken', 'server-full'],
  ['unresolved', 'dns-unavailable', 'address-malformed'],
  ['push-refused', 'push-app', 'push-passphrase', 'push-full', 'name-reserved', 'waiting-push'],
];
const ROLES: readonly Role[] = ['source', 'target'];

/** Causes with their own log lines, so they are certain. */
const PROVEN: readonly Cause[] = [
  ...(['app-refused', 'connection-lost', 'dns-unavailable', 'key-refused', 'name-reserved', 'name-taken'] as const),
  ...([
    'proxy-refused',
    'push-app',
    'push-full',
    'push-passphrase',
    'push-refused',
    'rtmp-off',
    'server-full',
  ] as const),
  ...(['srt-passphrase', 'stale', 'tls-certificate', 'tls-mismatch', 'unresolved', 'waiting-push'] as const),
];

it.each(CAUSES)('the alternatives to %s differ from it in cause and title', (cause) => {
  for (const other of alsoOf(cause)) {
    expect(SAME.filter((group) => group.includes(cause) && group.includes(other))).toEqual([]);
    for (const role of ROLES) expect(causeTexts[other][role].title).not.toBe(causeTexts[cause][role].title);
    expect(other).not.toBe(cause);
  }
  expect(FACTS[cause].also.length).toBe(alsoOf(cause).length);
});

it.each(PROVEN)('the cause %s is certain, so it has no alternatives', (cause) => expect(alsoOf(cause)).toEqual([]));

it('only a few listed causes have alternatives', () =>
  expect(CAUSES.filter((cause) => alsoOf(cause).length > 0)).toEqual([
    ...['bad-request', 'closed-after-start', 'filter-wrong', 'killed', 'limit-cpu', 'limit-memory', 'login-needed'],
    ...['not-media', 'option-unknown', 'refused', 'rtmp-closed', 'srt-rejected', 'timestamps', 'tls-handshake'],
    'wrong-protocol',
  ]));

it.each<[string, string, Cause]>([
  ['a token', 'component="RTMP" msg="Refused" action=FORBIDDEN reason="wrong or missing token"', 'key-refused'],
  ['a name', 'component="RTMP" msg="name is already publishing"', 'name-taken'],
  ['a stop', 'component="Process" msg="Stale timeout after 10s (10.00)."', 'stale'],
])("a cause named in the core's log is certain: %s", (_, text, cause) => {
  const run = { ...closedAt('rtmp://localhost/live/KEY'), core: [`ts=2026-11-22T00:15:35Z level=WARN ${text} id="p"`] };
  expect(diagnoseRun(run, 'target')).toMatchObject({ cause, also: [] });
});

it('a core whose RTMP server is off is the cause itself', () => {
  expect(diagnoseRun({ ...refusedAt('rtmp://localhost/live/x'), rtmpIsOn: false }, 'target')).toMatchObject({
    cause: 'rtmp-off',
    also: [],
  });
  expect(diagnoseRun({ ...refusedAt('rtmp://cam/live/x'), rtmpIsOn: false }, 'source').cause).toBe('refused');
});

const stopped = {
  lines: ['Exiting normally, received signal 2.'],
  seconds: 5,
  exec: 'finished',
  order: 'start',
} as const;
const LIMITS =
  'ts=2026-11-22T00:15:35Z level=WARN component="Process" msg="Stopping because limits are exceeded" cpu=0.95 id="p" memory=57843712';

it.each<[string, Run['limits'], Cause, Cause[]]>([
  ['the CPU limit', { cpuPercent: 50, memoryMb: 0 }, 'limit-cpu', []],
  ['the memory limit', { cpuPercent: 0, memoryMb: 50 }, 'limit-memory', []],
  ['both, and memory is left', { cpuPercent: 50, memoryMb: 500 }, 'limit-cpu', ['limit-memory']],
  ['both, and no memory is left', { cpuPercent: 50, memoryMb: 50 }, 'limit-memory', ['limit-cpu']],
  ['unknown limits', undefined, 'limit-memory', ['limit-cpu']],
])('the exceeded limit is found: %s', (_, limits, cause, others) => {
  const run: Run = { ...stopped, core: [LIMITS], ...(limits ? { limits } : {}) };
  expect(diagnoseRun(run, 'source')).toMatchObject({ cause, also: others });
});

it("a stale timeout is no alternative if none is set, or if the core's log was read", () => {
  const killed: Run = { lines: ['frame=  150 fps=25', 'x'], seconds: 5, exec: 'killed', order: 'start' };
  expect(also(killed, 'source')).toEqual(['stale']);
  expect(also({ ...killed, staleTimeout: 0 }, 'source')).toEqual([]);
  expect(also({ ...killed, coreIsRead: true }, 'source')).toEqual([]);
});

it("most causes in the operator's settings are only guessed under a condition", () =>
  expect(CAUSES.filter((cause) => guessedIf(cause) !== null).length).toBeGreaterThan(15));
