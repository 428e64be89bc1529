import { describe, expect, it } from 'vitest';
import type { ArrivingStream, StreamChange } from '../../api/arrivingStream.ts';
import { egressId } from '../../api/processIds.ts';
import { CAUSES, type Cause } from '../diagnosis/causes.ts';
import { causeTexts } from '../diagnosis/causeTexts.ts';
import { wordsOf } from '../diagnosis/diagnoseFailure.ts';
import { fieldTargetOf, type ProcessFailure } from '../diagnosis/processFailure.ts';
import type { ShownHold } from '../hold/holdOf.ts';
import { type ReceivedBytes, receivedAfter } from '../run/bytesPushedToServer.ts';
import type { Progress } from '../run/progress.ts';
import type { Throughput } from '../run/throughput.ts';
import { steadyVerdict, tallyOf, type Verdict, verdictOf } from './verdict.ts';
import type { OutputRole, PublicationFact, SendingStatus, Situation } from './verdictTypes.ts';

const verdict = (kind: Verdict['kind'], severity: Verdict['severity'], more: Partial<Verdict> = {}): Verdict => ({
  ...{ kind, severity, fault: 'nobody', ids: [], since: null, sentences: [], remedies: [], others: [] },
  ...{ notes: [], tally: tallyOf([]), ...more },
});

const well = verdict('live', 'live');
const slow = verdict('slow', 'warning', { fault: 'source' });
const quiet = verdict('quiet', 'warning', { fault: 'source' });
const lost = verdict('destination', 'error', { fault: 'destination', ids: ['a'] });
const off = verdict('off', 'calm', { fault: 'operator' });

it.each<[string, readonly (readonly [number, Verdict])[], readonly Verdict['kind'][]]>([
  [
    'replaces a healthy verdict at once',
    [
      [0, well],
      [1, slow],
    ],
    ['live', 'slow'],
  ],
  [
    'ends a verdict without measurement at once',
    [
      [0, quiet],
      [1, well],
    ],
    ['quiet', 'live'],
  ],
  [
    'keeps a measured problem until it has been over for five seconds',
    [
      [0, slow],
      [1, well],
      [5, well],
      [6, well],
    ],
    ['slow', 'slow', 'slow', 'live'],
  ],
  [
    'counts a pace around its limit as one problem',
    [...[0, 2, 4, 6, 8].flatMap((at) => [[at, slow] as const, [at + 1, well] as const]), [13, well], [14, well]],
    [...Array<'slow'>(11).fill('slow'), 'live'],
  ],
  [
    'reports a worse problem than the pace at once',
    [
      [0, slow],
      [1, lost],
    ],
    ['slow', 'destination'],
  ],
  [
    'reports a stop by the operator at once',
    [
      [0, slow],
      [1, off],
    ],
    ['slow', 'off'],
  ],
])('a verdict over time %s', (_, steps, kinds) => {
  let shown: ReturnType<typeof steadyVerdict> | undefined;
  const found = steps.map(([seconds, next]) => {
    shown = steadyVerdict(shown, next, seconds * 1000);
    return shown.verdict.kind;
  });
  expect(found).toEqual(kinds);
});

it('a verdict that is kept updates its count of live publications', () => {
  const tally = tallyOf([{ status: 'live' }]);
  expect(steadyVerdict({ verdict: slow }, { ...well, tally }, 3000)).toEqual({
    verdict: { ...slow, tally },
    overSince: 3000,
  });
});

const NOW = 1_000_000;
const start = { order: 'start', seconds: 60 } as const;
const figures = { fps: 25, bitrateKbit: null, speed: 1, q: 0, frames: 1500, drop: 0, dup: 0 };
const live: Progress = { status: 'connected', ...start, uptimeSeconds: 60, ...figures };
const young: Progress = { ...live, uptimeSeconds: 14 };
const encoding: Progress = { ...live, encodes: true };
const connecting: Progress = { status: 'connecting', order: 'start', seconds: 3 };
const tries: Progress = { status: 'error', ...start, message: 'x', retryIn: 5 };
const ended: Progress = { status: 'disconnected', ...start, retryIn: null };
const stopped: Progress = { status: 'disconnected', order: 'stop', seconds: 5, retryIn: null };

/** A run of `seconds` that last made progress `idle` seconds ago. */
function flowing(fps: number, speed: number, { idle = 0, seconds = 12 } = {}): Throughput {
  const readings = Array.from({ length: seconds + 1 }, (_, i) => ({
    at: NOW - (seconds - i) * 1000,
    frames: 1 + (idle > 0 ? 0 : fps * i),
    seconds: idle > 0 ? 0 : speed * i,
    sizeKb: 0,
  }));
  return { readings, beganAt: NOW - seconds * 1000, movedAt: NOW - idle * 1000 };
}

/** A run in which the encoder duplicates `repeated` of `fps` frames per second. */
const repeating = (fps: number, repeated: number): Throughput => {
  const flow = flowing(fps, 1);
  return { ...flow, readings: flow.readings.map((reading, i) => ({ ...reading, repeated: repeated * i })) };
};

/** `pieces`: bytes received by the server every 3.5 s, up to now. */
const received = (pieces: readonly number[]): ReceivedBytes | null =>
  pieces.reduce<[ReceivedBytes | null, number]>(
    ([before, total], bytes, i) => {
      const at = NOW - (pieces.length - 1 - i) * 3500;
      return [receivedAfter(before, total + bytes, at), total + bytes];
    },
    [null, 0],
  )[0];
const before = Array<number>(6).fill(350_000);
const steady = received([...before, ...before]);
const less = received([...before, ...before.map((bytes) => bytes * 0.6)]);
const nothing = received([...before, 0]);

/** A run that was at full pace until `seconds` ago and has had `speed` since. */
function lately(fps: number, speed: number, seconds = 3): Throughput {
  const targetFps = fps / speed;
  const { readings, ...flow } = flowing(targetFps, 1);
  const missed = (at: number) => Math.max(0, seconds - (NOW - at) / 1000) * (1 - speed);
  const late = readings.map((reading) => ({
    ...reading,
    frames: reading.frames - missed(reading.at) * targetFps,
    seconds: reading.seconds - missed(reading.at),
  }));
  return { ...flow, readings: late, beganAt: NOW - 60_000 };
}

const failed = (cause: Cause, since = NOW - 9000): ProcessFailure => ({
  ...{ cause, evidence: '', line: 'x', at: NOW - 1000, since },
  words: wordsOf(cause, { role: 'source', channel: 'c' }),
});

const sending = (name: string, status: SendingStatus, cause?: Cause): PublicationFact => {
  const words = cause ? wordsOf(cause, { role: 'target', channel: 'c' }) : null;
  const to = cause ? fieldTargetOf({ ...failed(cause), words }) : null;
  return { ...{ id: name, name, status, words, to }, since: status === 'failing' ? NOW - 4000 : null };
};
const three = [sending('A', 'live'), sending('B', 'live'), sending('C', 'live')];
const oneFails = [sending('A', 'live'), sending('B', 'live'), sending('C', 'failing', 'key-refused')];
const oneHangs = [sending('A', 'live'), sending('B', 'live'), sending('C', 'stalled')];
const lacking = (id: string, role: OutputRole, cause?: Cause): PublicationFact => ({
  ...sending(id, 'live', cause),
  lacks: { role, id: `${id} of ${role}` },
});
const starting = [sending('A', 'starting'), sending('B', 'waiting')];
const waiting = [sending('A', 'waiting'), sending('B', 'waiting'), sending('C', 'waiting')];

const arriving = (more: Partial<ArrivingStream>): ArrivingStream => ({
  ...{ video: 'h264', audio: 'aac', silence: false, change: null },
  ...more,
});
const changed = (change: StreamChange, secondsAgo: number) =>
  arriving({ change: { what: change, at: NOW / 1000 - secondsAgo } });

const fine: Situation = {
  ...{ now: NOW, alive: true, unread: false, seenAt: NOW, asked: null, progress: live, failure: null },
  ...{
    flow: flowing(25, 1),
    sender: null,
    received: null,
    missingSince: null,
    stored: true,
    publications: three,
    cpu: 20,
    cpuLately: 20,
    memory: 30,
  },
  ...{ blackSince: null, frozenSince: null, silentSince: null, keyframes: null },
};
const source = failed('source-ended');
const far = { n: 8, platforms: ['YouTube'], best: 2, most: 4 };

const LIVE = 'Live for {{time}}.';

type VerdictCase = { kind: string; fault: string; text: string; acts?: string[]; severity?: string };
const rows: [string, Partial<Situation>, VerdictCase][] = [
  ['everything is healthy', {}, { kind: 'live', fault: 'nobody', text: LIVE, severity: 'live' }],
  [
    'no segment is stored yet',
    { progress: young, stored: false, publications: starting },
    { kind: 'beginning', fault: 'nobody', severity: 'busy', text: 'The stream is starting.' },
  ],
  [
    'no segment is stored yet, but a publication already sends',
    { progress: young, stored: false },
    { kind: 'live', fault: 'nobody', severity: 'live', text: LIVE },
  ],
  [
    'slow during the start, before any publication sends',
    { progress: young, flow: flowing(12, 0.5, { seconds: 6 }), publications: starting },
    { kind: 'beginning', fault: 'nobody', severity: 'busy', text: 'The stream is starting.' },
  ],
  [
    'slightly slow before any publication sends, which stays live',
    { progress: young, flow: flowing(24, 0.95), publications: starting },
    { kind: 'live', fault: 'nobody', text: LIVE },
  ],
  [
    'a healthy start before any publication sends',
    { progress: young, flow: flowing(25, 1, { seconds: 6 }), publications: starting },
    { kind: 'live', fault: 'nobody', text: LIVE },
  ],
  [
    'a slow stream that speeds up a little stays slow',
    { progress: encoding, flow: { ...flowing(23, 0.92), slow: true }, cpuLately: 90 },
    { kind: 'slow', fault: 'server', text: 'The server encodes {{n}} of {{m}} frames a second.' },
  ],
  [
    'a slow stream that has recovered',
    { progress: encoding, flow: { ...flowing(25, 1), slow: true } },
    { kind: 'live', fault: 'nobody', text: LIVE },
  ],
  [
    'the uptime is unknown',
    { progress: { ...live, uptimeSeconds: null } },
    { kind: 'live', fault: 'nobody', text: 'Live.' },
  ],
  [
    'a disconnected source',
    { progress: tries, failure: source, flow: null, publications: waiting },
    {
      ...{ kind: 'away', fault: 'source', severity: 'warning', acts: ['reconnect'] },
      text: 'No data from the source since {{time}}.',
    },
  ],
  [
    'a long reconnect attempt to a lost source',
    { progress: { ...connecting, seconds: 300 }, failure: source, flow: null },
    { kind: 'away', fault: 'source', text: 'No data from the source since {{time}}.' },
  ],
  [
    'keyframes too far apart for a platform',
    { keyframes: far },
    {
      ...{ kind: 'keyframes', fault: 'source', severity: 'warning', acts: [] },
      text: 'There is a keyframe only every {{n}} s. {{platforms}}: {{most}} s at most.',
    },
  ],
  [
    'keyframes too far apart in an encoding by the operator',
    { keyframes: far, progress: encoding },
    {
      ...{ kind: 'keyframes', fault: 'operator', severity: 'warning', acts: ['setup'] },
      text: 'There is a keyframe only every {{n}} s. {{platforms}}: {{most}} s at most.',
    },
  ],
  [
    'a storage that accepts no segments, and the publication that fails with it',
    { missingSince: NOW - 30_000, publications: oneFails },
    {
      ...{ kind: 'unstored', fault: 'server', severity: 'error', acts: ['reconnect'] },
      text: 'The server has stored no new segments since {{time}}.',
    },
  ],
  [
    'a stalled source, which stores no segments either',
    { missingSince: NOW - 30_000, flow: flowing(25, 1, { idle: 5 }) },
    { kind: 'stalled', fault: 'source', text: 'No data from the source since {{time}}.' },
  ],
  [
    'a reconnecting source whose encoder is not back yet',
    { progress: connecting, failure: source, flow: null, returned: false },
    { kind: 'away', fault: 'source', text: 'No data from the source since {{time}}.' },
  ],
  [
    'a source whose encoder is back, but nothing was read yet',
    { progress: connecting, failure: source, flow: null, returned: true },
    { kind: 'returning', fault: 'nobody', severity: 'busy', text: 'The encoder is back. The stream is starting.' },
  ],
  [
    'a rejected encoder that publishes now',
    { progress: connecting, failure: failed('push-refused'), flow: null, returned: true },
    { kind: 'returning', fault: 'nobody', severity: 'busy', text: 'The encoder is back. The stream is starting.' },
  ],
  [
    'a rejected encoder that does not publish yet',
    { progress: connecting, failure: failed('push-refused'), flow: null, returned: false },
    { kind: 'away', fault: 'source', text: 'The core refuses the encoder: its token is missing or wrong.' },
  ],
  [
    'an encoder that came back and disconnected again',
    { progress: tries, failure: source, flow: null, returned: true },
    { kind: 'away', fault: 'source', text: 'No data from the source since {{time}}.' },
  ],
  [
    'an encoder that publishes but cannot be read',
    { progress: connecting, failure: failed('refused'), flow: null, returned: true },
    { kind: 'away', fault: 'source', text: 'The source refused the connection.' },
  ],
  [
    'a lost source whose sender is known',
    { progress: tries, failure: source, flow: null, sender: '192.0.2.7' },
    { kind: 'away', fault: 'source', text: 'No data from the source ({{sender}}) since {{time}}.' },
  ],
  [
    'a source that only a change of the setup can fix',
    { progress: tries, failure: failed('refused'), flow: null },
    {
      kind: 'away',
      fault: 'source',
      severity: 'error',
      text: 'The source refused the connection.',
      acts: ['reconnect', 'setup'],
    },
  ],
  [
    'an ended source without automatic reconnect',
    { progress: ended, failure: failed('ended'), flow: null },
    { kind: 'away', fault: 'source', text: 'It does not reconnect automatically.' },
  ],
  [
    'a failure whose log was not read yet, of the source',
    { progress: tries, failure: null, flow: null },
    { kind: 'away', fault: 'source', text: 'No data from the source since {{time}}.' },
  ],
  ...(
    [
      ['encoder-setting', 'operator', ['setup', 'reconnect']],
      ['login-wrong', 'operator', ['setup', 'reconnect']],
      ['disk-full', 'server', ['reconnect']],
      ['ffmpeg-missing', 'server', ['reconnect']],
      ['limit-memory', 'server', ['setup', 'reconnect']],
    ] as const
  ).map(([cause, fault, acts]): (typeof rows)[number] => [
    `what goes wrong here: ${cause}`,
    { progress: tries, failure: failed(cause), flow: null },
    { kind: 'broken', fault, severity: 'error', text: causeTexts[cause].source.title, acts: [...acts] },
  ]),
  [
    'a connection attempt during the start',
    { progress: connecting, flow: null },
    { kind: 'silent', fault: 'nobody', text: 'Connecting to the source …' },
  ],
  [
    'a start without any data',
    { progress: { ...connecting, seconds: 21 }, flow: null },
    { kind: 'silent', fault: 'source', text: 'No data from the source since {{time}}.' },
  ],
  [
    'an encoder with a full CPU that has produced nothing yet',
    { progress: { ...connecting, seconds: 21, encodes: true, cpu: 60 }, flow: null, cpuLately: 99 },
    { kind: 'silent', fault: 'nobody', text: 'Connecting to the source …' },
  ],
  [
    'an encoder with a full CPU that is stopped before it counts as live',
    {
      progress: { ...connecting, seconds: 21, encodes: true, cpu: 60 },
      ...{ flow: flowing(3, 0.05, { idle: 6 }), cpuLately: 99 },
    },
    { kind: 'stalled', fault: 'server', text: 'The server has encoded no frame since {{time}}.' },
  ],
  [
    'an encoder without output on a machine that other programs keep busy',
    {
      progress: { ...connecting, seconds: 21, encodes: true, cpu: 0 },
      ...{ flow: flowing(3, 0.05, { idle: 6 }), cpuLately: 99 },
    },
    { kind: 'silent', fault: 'source', text: 'No data from the source since {{time}}.' },
  ],
  [
    'bytes arrive before it counts as live, but nothing is passed on',
    {
      progress: { ...connecting, seconds: 21 },
      ...{ flow: flowing(25, 1, { idle: 9 }), received: steady, cpuLately: 20 },
    },
    { kind: 'stalled', fault: 'server', text: 'The encoder still sends.' },
  ],
  [
    'a source that is back after a recent failure',
    { progress: connecting, failure: source, flow: flowing(25, 1, { seconds: 4 }) },
    {
      kind: 'resuming',
      fault: 'nobody',
      severity: 'busy',
      text: 'The source is sending. It counts as live in {{n}} s.',
    },
  ],
  [
    'an open connection without data',
    { flow: flowing(25, 1, { idle: 6 }) },
    { kind: 'stalled', fault: 'source', severity: 'error', text: 'No data from the source since {{time}}.' },
  ],
  [
    'an encoder with a full CPU and no output',
    { flow: flowing(25, 1, { idle: 6 }), progress: encoding, cpu: 5, cpuLately: 99 },
    {
      ...{ kind: 'stalled', fault: 'server', acts: ['encoding', 'reconnect'] },
      text: 'The server has encoded no frame since {{time}}.',
    },
  ],
  [
    'an encoder with a full CPU while no bytes arrive',
    { flow: flowing(25, 1, { idle: 6 }), progress: encoding, cpuLately: 99, received: nothing, sender: '192.0.2.7' },
    { kind: 'stalled', fault: 'source', acts: ['reconnect'], text: 'No data from the encoder for {{n}} s.' },
  ],
  [
    'an idle encoder on a busy machine',
    { flow: flowing(25, 1, { idle: 6 }), progress: { ...encoding, cpu: 0 }, cpuLately: 99 },
    { kind: 'stalled', fault: 'source', acts: ['reconnect'], text: 'No data from the source since {{time}}.' },
  ],
  [
    'bytes arrive, but nothing is passed on',
    { flow: flowing(25, 1, { idle: 9 }), received: steady, cpuLately: 20 },
    { kind: 'stalled', fault: 'server', acts: ['reconnect'], text: 'The encoder still sends.' },
  ],
  [
    'an idle encoder',
    { flow: flowing(25, 1, { idle: 6 }), progress: encoding, cpuLately: 20 },
    { kind: 'stalled', fault: 'source', text: 'No data from the source since {{time}}.' },
  ],
  [
    'an encoder that produces 3 of 60 fps',
    { progress: encoding, flow: flowing(3, 0.05), cpuLately: 100 },
    {
      ...{ kind: 'slow', fault: 'server', severity: 'error', acts: ['encoding', 'usage'] },
      text: 'The server encodes {{n}} of {{m}} frames a second. Viewers will see pauses.',
    },
  ],
  [
    'an encoder that produces 3 of 60 fps and finishes no segment',
    { progress: encoding, flow: flowing(3, 0.05), cpuLately: 100, missingSince: NOW - 30_000 },
    {
      ...{ kind: 'slow', fault: 'server', severity: 'error', acts: ['encoding', 'usage'] },
      text: 'The server encodes {{n}} of {{m}} frames a second. Viewers see nothing.',
    },
  ],
  [
    'an encoder that produces nearly all frames',
    { progress: encoding, flow: flowing(51, 0.85), cpuLately: null },
    { kind: 'slow', fault: 'server', severity: 'warning', text: 'Viewers will see pauses.' },
  ],
  [
    'an encoder that waits for its source',
    { progress: encoding, flow: flowing(15, 0.6), cpuLately: 20, received: less },
    { kind: 'slow', fault: 'source', text: 'The source sends {{n}} of {{m}} frames a second.' },
  ],
  [
    'a slow encoder with spare CPU and a steady source blames nobody',
    { progress: encoding, flow: flowing(15, 0.6), cpuLately: 20, received: steady },
    { kind: 'slow', fault: 'nobody', text: 'Only {{n}} of {{m}} frames a second arrive.' },
  ],
  [
    'a slow encoder with spare CPU and a source of unknown bitrate',
    { progress: encoding, flow: flowing(15, 0.6), cpuLately: 20 },
    { kind: 'slow', fault: 'nobody', text: 'Only {{n}} of {{m}} frames a second arrive.' },
  ],
  [
    'a source that sends less to a busy server',
    { progress: encoding, flow: flowing(15, 0.6), cpuLately: 90, received: less },
    { kind: 'slow', fault: 'server', text: 'The server encodes {{n}} of {{m}} frames a second.' },
  ],
  [
    'slow passthrough on a machine of unknown load',
    { flow: flowing(15, 0.6), cpu: null, cpuLately: null },
    { kind: 'slow', fault: 'nobody', text: 'Only {{n}} of {{m}} frames a second arrive.' },
  ],
  [
    'a source that does not keep up',
    { flow: flowing(15, 0.6), cpu: 70 },
    { kind: 'slow', fault: 'source', text: 'The source sends {{n}} of {{m}} frames a second.' },
  ],
  [
    'a slow source on a machine at its limit',
    { flow: flowing(15, 0.6), cpu: 97 },
    {
      ...{ kind: 'strained', fault: 'server', severity: 'warning', acts: ['usage'] },
      text: 'of its CPU is in use. Only {{n}} of {{m}} frames a second arrive. Viewers will',
    },
  ],
  [
    'a slow source on a machine that is nearly full',
    { flow: flowing(15, 0.6), cpu: 40, cpuLately: 85 },
    { kind: 'strained', fault: 'server', text: "{{percent}}% of the server's CPU is in use. Only" },
  ],
  [
    'slow audio alone',
    { flow: flowing(0, 0.5), cpu: 97 },
    { kind: 'strained', fault: 'server', text: 'arrives at {{percent}}% of real time. Viewers will' },
  ],
  [
    'a slow stream in its first ten seconds',
    { progress: encoding, flow: flowing(3, 0.05, { seconds: 8 }) },
    { kind: 'live', fault: 'nobody', text: LIVE },
  ],
  [
    'an encoder that paused for a second',
    { progress: encoding, flow: lately(16, 0.64), cpuLately: 80 },
    { kind: 'live', fault: 'nobody', text: LIVE },
  ],
  ['a source that catches up after a pause', { flow: lately(32, 1.3) }, { kind: 'live', fault: 'nobody', text: LIVE }],
  [
    'an encoder that has nearly stopped for three seconds',
    { progress: encoding, flow: lately(3, 0.05), cpuLately: 100 },
    { kind: 'live', fault: 'nobody', text: LIVE },
  ],
  [
    'an encoder that has nearly stopped for seven seconds',
    { progress: encoding, flow: lately(3, 0.05, 7), cpuLately: 100 },
    { kind: 'slow', fault: 'server', severity: 'error', text: 'Viewers will see pauses.' },
  ],
  ['two frames a second', { flow: flowing(2, 1) }, { kind: 'few-frames', fault: 'source', text: 'only few frames' }],
  [
    'two frames a second, shortly before the next one',
    { flow: flowing(1.76, 0.88) },
    { kind: 'few-frames', fault: 'source', text: 'only few frames' },
  ],
  [
    'ten frames a second, one of which came after the poll',
    { flow: flowing(9.9, 0.99) },
    { kind: 'live', fault: 'nobody', text: LIVE },
  ],
  [
    'a source of twelve frames a second that is late after a pause',
    { flow: lately(8, 0.67) },
    { kind: 'live', fault: 'nobody', text: LIVE },
  ],
  [
    'faster than real time with occasional pauses',
    { flow: flowing(50, 2) },
    { kind: 'live', fault: 'nobody', text: LIVE },
  ],
  [
    'two of fifteen frames, with the others repeated by the encoder',
    { progress: encoding, flow: repeating(15, 13) },
    { kind: 'few-frames', fault: 'source', text: 'only few frames' },
  ],
  ['twelve of fifteen', { progress: encoding, flow: repeating(15, 3) }, { kind: 'live', fault: 'nobody', text: LIVE }],
  [
    'a rejected stream key',
    { publications: oneFails },
    {
      kind: 'destination',
      fault: 'operator',
      severity: 'error',
      text: causeTexts['key-refused'].target.title,
      acts: ['edit'],
    },
  ],
  [
    'a failure whose log has not been read yet',
    { publications: [...three, sending('D', 'failing')] },
    { kind: 'destination', fault: 'nobody', severity: 'warning', text: '{{name}} stopped with an error.' },
  ],
  [
    'a platform that accepts no data',
    { publications: oneHangs },
    {
      ...{ kind: 'destination', fault: 'destination', severity: 'error', acts: ['edit'] },
      text: '{{name}} runs, but its platform takes nothing.',
    },
  ],
  [
    'a recording that writes nothing',
    {
      publications: [
        ...three,
        { ...sending('D', 'stalled'), id: egressId('recording', '00000000-0000-4000-8000-00000000000d') },
      ],
    },
    {
      ...{ kind: 'destination', fault: 'server', severity: 'error' },
      text: '{{name}} runs, but nothing is written to its file.',
    },
  ],
  [
    'a platform that accepts no data and a rejected stream key',
    { publications: [...oneFails, sending('D', 'stalled')] },
    { kind: 'destination', fault: 'destination', severity: 'error', text: 'These publications are failing', acts: [] },
  ],
  [
    'a platform that accepts no data while the source sends none',
    { publications: oneHangs, flow: flowing(25, 1, { idle: 6 }) },
    { kind: 'stalled', fault: 'source', text: 'No data from the source since {{time}}.' },
  ],
  [
    'two rejected stream keys',
    { publications: [...oneFails, sending('D', 'failing', 'key-refused')] },
    { kind: 'destination', fault: 'operator', severity: 'error', text: 'These publications are failing' },
  ],
  [
    'a rejected backup output while the primary sends',
    { publications: [...three, lacking('D', 'backup', 'refused')] },
    {
      kind: 'reserve',
      fault: 'destination',
      severity: 'warning',
      text: 'Viewers see the stream, but there is no reserve.',
      acts: ['edit'],
    },
  ],
  [
    'a backup output without a process',
    { publications: [...three, { ...lacking('D', 'backup'), lacks: { role: 'backup', id: null } }] },
    { kind: 'reserve', fault: 'nobody', severity: 'warning', text: 'there is no reserve.', acts: ['edit'] },
  ],
  [
    'a rejected primary output while the backup sends',
    { publications: [...three, lacking('D', 'primary', 'refused')] },
    { kind: 'reserve', fault: 'destination', severity: 'warning', text: 'The service shows the backup.' },
  ],
  [
    'two publications that send one output each',
    { publications: [lacking('D', 'primary'), lacking('E', 'backup')] },
    { kind: 'reserve', fault: 'nobody', severity: 'warning', text: 'only one of their two outputs', acts: [] },
  ],
  [
    'two failing publications',
    { publications: [...oneFails, sending('D', 'failing')] },
    {
      kind: 'destination',
      fault: 'destination',
      text: 'These publications are failing: {{names}}.',
      acts: [],
    },
  ],
  [
    'black, even if the picture is also frozen and silent',
    { blackSince: NOW - 9000, frozenSince: NOW - 9000, silentSince: NOW - 20_000 },
    { kind: 'black', fault: 'source', severity: 'warning', text: 'has been black since', acts: [] },
  ],
  [
    'a frozen picture of an encoder that an older core does not monitor',
    { frozenSince: NOW - 8000, unfollowed: true },
    { kind: 'frozen', fault: 'source', text: 'has changed its video, restart', acts: [] },
  ],
  ['a frozen picture', { frozenSince: NOW - 8000 }, { kind: 'frozen', fault: 'source', text: 'has been frozen since' }],
  [
    'a codec that ffmpeg cannot read, before the failure that it leads to',
    { progress: tries, failure: source, flow: null, arriving: arriving({ video: 'hvc1' }), unreadable: 'HEVC' },
    { kind: 'unreadable', fault: 'source', severity: 'error', text: 'Choose H.264 in the encoder, or send by SRT.' },
  ],
  [
    'audio only from an encoder that just sent video too',
    { arriving: arriving({ video: null, change: { what: 'video-lost', at: NOW / 1000 - 1 } }), hadVideo: true },
    { kind: 'no-video', fault: 'source', severity: 'error', text: 'The source sends no video.', acts: [] },
  ],
  [
    'video that has just ended, before the next poll of the arriving stream',
    {
      progress: { ...live, changed: { what: 'video-lost', at: NOW / 1000 - 1 } },
      arriving: arriving({}),
      hadVideo: true,
    },
    { kind: 'no-video', fault: 'source', text: 'The source sends no video.' },
  ],
  [
    'video that a pulled source has lost for a while',
    { progress: { ...live, changed: { what: 'video-lost', at: NOW / 1000 - 60 } }, hadVideo: true },
    { kind: 'no-video', fault: 'source', text: 'The source sends no video.' },
  ],
  [
    'video that has not arrived yet from a pulled source',
    { progress: { ...connecting, changed: { what: 'video-lost', at: NOW / 1000 - 60 } }, flow: null, hadVideo: true },
    { kind: 'no-video', fault: 'source', text: 'Check the camera' },
  ],
  [
    'video that a pulled source lost before it ended altogether',
    {
      ...{ failure: source, flow: null, hadVideo: true },
      progress: { ...tries, changed: { what: 'video-lost', at: NOW / 1000 - 60 } },
    },
    { kind: 'away', fault: 'source', text: 'No data from the source' },
  ],
  [
    'audio alone of an encoder that started with audio',
    {
      progress: connecting,
      flow: null,
      arriving: arriving({ video: null }),
      arrivingSince: NOW - 4000,
      hadVideo: true,
    },
    { kind: 'no-video', fault: 'source', text: 'Check the camera' },
  ],
  [
    'audio that arrives a moment before the video',
    {
      progress: connecting,
      flow: null,
      arriving: arriving({ video: null }),
      arrivingSince: NOW - 1000,
      hadVideo: true,
    },
    { kind: 'silent', fault: 'nobody', text: 'Connecting to the source' },
  ],
  [
    'video that has arrived, before the next poll of the arriving stream',
    {
      ...{ arriving: arriving({ video: null }), arrivingSince: NOW - 9000, hadVideo: true, flow: null },
      progress: { ...connecting, changed: { what: 'video-added', at: NOW / 1000 - 1 } },
    },
    { kind: 'rereading', fault: 'nobody', text: 'has changed its stream' },
  ],
  [
    'video of an encoder that has returned after losing it',
    {
      progress: { ...live, changed: { what: 'video-lost', at: NOW / 1000 - 60 } },
      arriving: arriving({}),
      hadVideo: true,
    },
    { kind: 'live', fault: 'nobody', text: LIVE },
  ],
  [
    'audio alone of a returned encoder, for a channel with its own picture',
    { progress: { ...connecting, changed: { what: 'video-lost', at: NOW / 1000 - 1 } }, flow: null, hadVideo: false },
    { kind: 'silent', fault: 'nobody', text: 'Connecting to the source' },
  ],
  [
    'audio alone for a channel with its own picture',
    { arriving: arriving({ video: null }), arrivingSince: NOW - 60_000, hadVideo: false },
    { kind: 'live', fault: 'nobody', text: LIVE },
  ],
  [
    'a picture that the encoder has just changed, while the stream is read again',
    { progress: tries, failure: null, flow: null, arriving: changed('video-changed', 3) },
    { kind: 'rereading', fault: 'nobody', severity: 'busy', text: 'has changed its stream' },
  ],
  [
    'a source that has been disconnected since an old change',
    { progress: tries, failure: source, flow: null, arriving: changed('video-changed', 60) },
    { kind: 'away', fault: 'source', text: 'No data from the source' },
  ],
  [
    'a changed picture without a fault',
    { arriving: changed('video-changed', 60) },
    { kind: 'changed', fault: 'nobody', severity: 'live', text: 'changed its video at', acts: [] },
  ],
  [
    'a sample rate that was changed',
    { arriving: changed('audio-changed', 60) },
    { kind: 'changed', fault: 'nobody', severity: 'live', text: 'changed its audio at' },
  ],
  [
    'a clock that was restarted',
    { arriving: changed('clock-restarted', 60) },
    { kind: 'changed', fault: 'nobody', severity: 'live', text: 'restarted its clock at' },
  ],
  [
    'a problem of a changed stream',
    { arriving: changed('video-changed', 60), blackSince: NOW - 9000 },
    { kind: 'black', fault: 'source', text: 'has been black' },
  ],
  ['an old change', { arriving: changed('video-changed', 3600) }, { kind: 'live', fault: 'nobody', text: LIVE }],
  [
    'silence that the core sends instead of audio',
    { arriving: arriving({ audio: null, silence: true }), silentSince: NOW - 20_000 },
    { kind: 'no-audio', fault: 'source', severity: 'warning', text: 'sends no audio' },
  ],
  [
    'a picture that a source which is no RTMP encoder has just changed',
    { progress: { ...connecting, changed: { what: 'video-changed', at: NOW / 1000 - 3 } }, flow: null },
    { kind: 'rereading', fault: 'nobody', severity: 'busy', text: 'has changed its stream' },
  ],
  [
    'a picture that such a source changed a minute ago',
    { progress: { ...live, changed: { what: 'video-changed', at: NOW / 1000 - 60 } } },
    { kind: 'changed', fault: 'nobody', severity: 'live', text: 'changed its video at' },
  ],
  [
    'audio of such a source that has just ended, while the process starts with silence',
    { progress: { ...connecting, changed: { what: 'audio-lost', at: NOW / 1000 - 3 } }, flow: null },
    { kind: 'rereading', fault: 'source', severity: 'warning', text: 'sends no audio' },
  ],
  [
    'silence that a process generates instead of audio',
    { progress: { ...live, silence: 'filled' } },
    { kind: 'no-audio', fault: 'source', severity: 'warning', text: 'sends no audio', acts: ['reconnect'] },
  ],
  [
    'audio that was added after the channel was set up',
    { arriving: arriving({}), hadAudio: false, progress: { ...live, silence: 'chosen' } },
    { kind: 'unused-audio', fault: 'nobody', severity: 'live', text: 'sends audio now', acts: ['take-audio'] },
  ],
  [
    'audio that an encoder adds to a stream that started without it, for a channel with stored silence',
    { ...{ arriving: changed('audio-added', 3), hadAudio: true }, progress: { ...live, silence: 'chosen' } },
    { kind: 'unused-audio', fault: 'nobody', severity: 'live', text: 'sends audio now', acts: ['take-audio'] },
  ],
  [
    'audio that is added by a source of another protocol',
    { progress: { ...live, silence: 'chosen', changed: { what: 'audio-added', at: NOW / 1000 - 900 } } },
    { kind: 'unused-audio', fault: 'nobody', severity: 'live', text: 'sends audio now', acts: ['take-audio'] },
  ],
  [
    'silence that was chosen for a source with audio',
    { arriving: arriving({}), hadAudio: true, progress: { ...live, silence: 'chosen' } },
    { kind: 'live', fault: 'nobody', text: LIVE },
  ],
  ['silence', { silentSince: NOW - 10_000 }, { kind: 'quiet', fault: 'source', text: 'no audio since' }],
  ['a pause', { silentSince: NOW - 9000, frozenSince: NOW - 7000 }, { kind: 'live', fault: 'nobody', text: LIVE }],
  [
    'silence of a disconnected source',
    { progress: tries, failure: source, flow: null, silentSince: NOW - 20_000 },
    { kind: 'away', fault: 'source', text: 'No data from the source' },
  ],
  ['a full CPU without delayed frames', { cpu: 100, cpuLately: 100 }, { kind: 'live', fault: 'nobody', text: LIVE }],
  ['full memory', { memory: 96 }, { kind: 'live', fault: 'nobody', text: LIVE }],
  [
    'a stopped stream',
    { progress: stopped, flow: null },
    { kind: 'off', fault: 'operator', severity: 'calm', text: 'is stopped', acts: ['start'] },
  ],
  [
    'a stream that had failed before it was stopped',
    { progress: { ...tries, order: 'stop' }, failure: null, flow: null },
    { kind: 'off', fault: 'operator', text: 'is stopped' },
  ],
  [
    'a requested start',
    { progress: stopped, asked: 'start', flow: null },
    { kind: 'asked', fault: 'nobody', text: 'is starting' },
  ],
  ['a requested stop', { asked: 'stop' }, { kind: 'stopping', fault: 'nobody', text: 'is stopping' }],
  [
    'a stop in progress',
    { progress: { status: 'disconnecting', order: 'stop', seconds: 1 } },
    { kind: 'stopping', fault: 'nobody', text: 'is stopping' },
  ],
  [
    'a run that ends for a restart',
    { progress: { status: 'disconnecting', ...start } },
    { kind: 'asked', fault: 'nobody', text: 'is starting' },
  ],
  ['no state yet', { progress: null, seenAt: null, flow: null }, { kind: 'loading', fault: 'nobody', text: 'Loading' }],
  [
    'an unknown state of a newer core',
    { progress: { status: 'unknown', ...start } },
    { kind: 'unclear', fault: 'nobody', text: 'does not know' },
  ],
  ['a stale state', { seenAt: NOW - 7000 }, { kind: 'old', fault: 'core', text: 'What is shown is {{n}} s old.' }],
  ['a recent state', { seenAt: NOW - 5000 }, { kind: 'live', fault: 'nobody', text: LIVE }],
  [
    'a core whose state could not be read for seconds',
    { unread: true, seenAt: NOW - 7000 },
    { kind: 'core-silent', fault: 'core', text: 'does not say' },
  ],
  ['a single failed request to the core', { unread: true }, { kind: 'live', fault: 'nobody', text: LIVE }],
  [
    'an unreachable core',
    { alive: false, seenAt: NOW - 7000 },
    { kind: 'core-away', fault: 'core', severity: 'error', text: 'unknown since' },
  ],
];

it.each(rows)('the verdict is right for: %s', (_, facts, { text, acts, ...expected }) => {
  const verdict = verdictOf({ ...fine, ...facts });
  expect(verdict).toMatchObject(expected);
  const printed = verdict.sentences.map((sentence) => sentence.text).join(' ');
  expect(printed, 'a sentence that was changed on purpose is changed in this row, or in LIVE').toContain(text);
  if (acts) expect(verdict.remedies.map(({ act }) => act)).toEqual(acts);
});

/** Each outranks all that follow it. */
const precedence: [string, Partial<Situation>][] = [
  ['core-away', { alive: false }],
  ['old', { seenAt: NOW - 9000 }],
  ['stopping', { asked: 'stop' }],
  ['away', { progress: tries, failure: source, flow: null }],
  ['stalled', { flow: flowing(25, 1, { idle: 6 }) }],
  ['slow', { progress: encoding, flow: flowing(3, 0.05) }],
  ['few-frames', { flow: flowing(2, 1) }],
  ['destination', { publications: oneFails }],
  ['reserve', { publications: [lacking('D', 'backup')] }],
  ['black', { blackSince: NOW - 9000 }],
  ['frozen', { frozenSince: NOW - 9000 }],
  ['quiet', { silentSince: NOW - 11_000 }],
  ['live', {}],
];

describe('the verdict on several problems', () => {
  const pairs = precedence.flatMap(([first, facts], i) =>
    precedence.slice(i + 1).map(([second, other]) => [first, second, { ...other, ...facts }] as const),
  );
  it.each(pairs)('reports "%s" instead of "%s"', (first, _, facts) =>
    expect(verdictOf({ ...fine, ...facts }).kind).toBe(first),
  );
});

it('the time of a problem stays the same while retries fail', () => {
  expect(verdictOf({ ...fine, progress: tries, failure: source }).since).toBe(NOW - 9000);
  expect(verdictOf({ ...fine, flow: flowing(25, 1, { idle: 6 }) }).since).toBe(NOW - 6000);
  expect(verdictOf({ ...fine, publications: oneFails }).since).toBe(NOW - 4000);
  expect(verdictOf({ ...fine, progress: tries, flow: null }).since).toBe(NOW - 60_000);
});

it('the verdict counts publications by status', () => {
  expect(verdictOf({ ...fine, publications: oneFails }).tally).toMatchObject({ live: 2, failing: 1, off: 0 });
  expect(verdictOf({ ...fine, publications: waiting }).tally).toMatchObject({ waiting: 3 });
});

function dice(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state / 0x8000_0000;
  };
  return <T>(of: readonly [T, ...T[]]): T => of[Math.floor(next() * of.length)] ?? of[0];
}

it('in 5000 random situations, the verdict names no publication or address that is not at fault', () => {
  const pick = dice(7);
  const causes = Object.keys(causeTexts) as [Cause, ...Cause[]];
  const statuses: [SendingStatus, ...SendingStatus[]] = [
    'live',
    'starting',
    'waiting',
    'stalled',
    'failing',
    'off',
    'unknown',
  ];
  for (let n = 0; n < 5000; n += 1) {
    const names = ['Venue A', 'Venue B', 'Venue C'].slice(pick([0, 1, 2, 3]));
    const publications = names.map((name) => ({
      ...sending(name, pick(statuses), pick(causes)),
      readsHold: pick([true, false]),
    }));
    const situation: Situation = {
      now: NOW,
      alive: pick([true, true, true, false]),
      unread: pick([false, false, true]),
      seenAt: pick([NOW, NOW, NOW - 8000, null]),
      asked: pick([null, null, null, 'start', 'stop', 'reconnect', 'return'] as const),
      progress: pick([live, live, encoding, connecting, tries, ended, stopped, null] as const),
      failure: pick([null, failed(pick(causes))]),
      flow: pick([
        null,
        flowing(25, 1),
        flowing(3, 0.05),
        flowing(15, 0.6),
        flowing(2, 1),
        flowing(25, 1, { idle: 5 }),
      ] as const),
      keyframes: pick([null, null, far]),
      missingSince: pick([null, null, NOW - 30_000]),
      stored: pick([null, true, true, false]),
      sender: pick([null, '192.0.2.7']),
      received: pick([null, null, steady, less, nothing]),
      publications,
      blackSince: pick([null, null, NOW - 9000]),
      frozenSince: pick([null, null, NOW - 9000]),
      silentSince: pick([null, null, NOW - 20_000]),
      cpu: pick([null, 10, 99]),
      cpuLately: pick([null, 10, 99]),
      memory: pick([null, 10, 99]),
      hold: pick<ShownHold>([
        { status: 'none' },
        { status: 'ready', isOver: false },
        { status: 'gone' },
        { status: 'slate', since: NOW - 9000, why: pick(['ended', 'late', 'order'] as const), limitAt: null },
      ]),
    };
    const verdict = verdictOf(situation);
    const printed = JSON.stringify(verdict.sentences);
    expect(verdict.sentences.length).toBeGreaterThan(0);
    const atFault = publications.filter(({ id }) => verdict.ids.includes(id));
    const isWaiting = verdict.kind === 'agent-away';
    expect(verdict.kind === 'destination' || isWaiting).toBe(atFault.length > 0);
    expect(
      atFault.every(({ status, readsHold }) => (isWaiting ? readsHold : status === 'failing' || status === 'stalled')),
    ).toBe(true);
    if (verdict.kind === 'destination') expect(situation.progress?.status).toBe('connected');
    for (const { name, id } of publications) if (!verdict.ids.includes(id)) expect(printed).not.toContain(name);
    if (verdict.fault !== 'source') expect(printed).not.toContain('192.0.2.7');
    if (verdict.severity === 'error') expect(verdict.fault).not.toBe('nobody');
    if (verdict.severity !== 'error' && verdict.severity !== 'warning') expect(verdict.others).toEqual([]);
  }
});

it.each<[string, Partial<Situation>, readonly string[]]>([
  ['no second problem', { publications: oneFails }, []],
  [
    'a failing publication and a slow source',
    { publications: oneFails, flow: flowing(15, 0.6), cpu: 30 },
    ['{{name}} rejected the login or stream key.'],
  ],
  ['the machine, only once', { publications: three, flow: flowing(15, 0.6), cpu: 97 }, []],
  ['a stopped stream, without others', { progress: stopped, publications: oneFails, cpu: 97 }, []],
])('a second problem adds a sentence for the other party at fault: %s', (_, facts, others) => {
  const verdict = verdictOf({ ...fine, ...facts });
  expect(verdict.others).toHaveLength(others.length);
  others.forEach((text, i) => {
    expect(verdict.others[i]?.text).toContain(text);
  });
});

it.each<[string, Partial<Situation>, string | null]>([
  ['a healthy stream', { cpu: 97 }, '% of its CPU is in use.'],
  ['full memory, as a note', { memory: 96 }, '% of its memory is in use.'],
  ['a failing publication', { publications: oneFails, cpu: 97 }, '% of its CPU'],
  ['black video', { cpu: 97, blackSince: NOW - 9000 }, '% of its CPU'],
  ['a slow source', { cpu: 97, flow: flowing(25, 0.97) }, '% of its CPU'],
  ['delayed frames, which have their own sentence', { cpu: 97, flow: flowing(15, 0.6) }, null],
  ['a machine with spare capacity', { cpu: 89, memory: 89 }, null],
  ['a stopped stream', { progress: stopped, cpu: 97 }, null],
  ['an unreachable core, as no note', { alive: false, cpu: 97 }, null],
])('a full machine adds a note: %s', (_, facts, text) => {
  const { notes, others, severity, kind } = verdictOf({ ...fine, ...facts });
  expect(notes.map((note) => note.text).join()).toContain(text ?? '');
  expect(notes).toHaveLength(text === null ? 0 : 1);
  expect(others.some((other) => other.text.includes('at its limit'))).toBe(false);
  if (kind === 'live') expect(severity).toBe('live');
});

const SENT_NOTHING: readonly Cause[] = ['ended', 'source-ended', 'source-stalled', 'waiting-push', 'stale'];

it.each(CAUSES)(
  'No data" is shown only for causes without incoming data, for a source that fails with "%s',
  (cause) => {
    for (const sender of [null, '192.0.2.7']) {
      const { sentences } = verdictOf({ ...fine, progress: tries, failure: failed(cause), flow: null, sender });
      const printed = sentences.map(({ text }) => text).join(' ');
      expect(/^No data|\. No data/.test(printed)).toBe(SENT_NOTHING.includes(cause));
    }
  },
);
