import { describe, expect, it } from 'vitest';
import type { Proof } from '../../../api/answers/proofReport.ts';
import { isFailing, isOn, type PublicationState, sendingOf } from '../../../media/channel/publicationState.ts';
import { describeUpstreamFailure } from '../../../media/diagnosis/diagnoseFailure.ts';
import type { ProcessFailure } from '../../../media/diagnosis/processFailure.ts';
import type { Progress } from '../../../media/run/progress.ts';
import type { Throughput } from '../../../media/run/throughput.ts';
import { publicationAlertOf } from './FailureCause.tsx';
import { canTryNow, controlOf, intentFor, lineOf } from './publicationState.ts';

const start = { order: 'start', seconds: 5 } as const;
const stop = { order: 'stop', seconds: 5 } as const;
const figures = { uptimeSeconds: 62, fps: 25, bitrateKbit: 4100, speed: 1, q: -1, frames: 1, drop: 0, dup: 0 };
const live: Progress = { status: 'connected', ...start, ...figures };
const connecting: Progress = { status: 'connecting', ...start };
const disconnecting: Progress = { status: 'disconnecting', ...stop };
const stopped: Progress = { status: 'disconnected', ...stop, retryIn: null };
const ended: Progress = { status: 'disconnected', ...start, retryIn: null };
const pausing: Progress = { status: 'disconnected', ...start, retryIn: 7 };
const message = 'rtmp://192.0.2.1/app/s3cret: Connection refused';
const dead: Progress = { status: 'error', ...start, message, retryIn: null };
const retrying: Progress = { status: 'error', ...start, message, retryIn: 7 };

const stateWith = (progress: Progress | null, more: Partial<PublicationState> = {}): PublicationState => ({
  progress,
  asked: null,
  refused: null,
  failure: null,
  waiting: false,
  ...more,
});
const failing = (cause: ProcessFailure['cause'], evidence = ''): ProcessFailure =>
  describeUpstreamFailure({ cause, evidence, line: message, at: 0, words: null }, { role: 'target', channel: '' });
const failure = failing('refused');
const noStream = failing('channel-not-running');

const reading = { frames: 9, sizeKb: 9, seconds: 9 };
const idle: Throughput = { readings: [{ ...reading, at: 9000 }], beganAt: 1000, movedAt: 3000 };

const rows: [string, PublicationState, { on: boolean; failing: boolean; word: string; knob: string }][] = [
  ['unknown', stateWith(null), { on: false, failing: false, word: 'State unknown', knob: 'neutral' }],
  [
    'unknown since a connection loss',
    stateWith(null, { aged: { since: 1000, on: true } }),
    { on: true, failing: false, word: 'State unknown since {{time}}', knob: 'neutral' },
  ],
  [
    'unknown since a connection loss, off before',
    stateWith(null, { aged: { since: 1000, on: false } }),
    { on: false, failing: false, word: 'State unknown since {{time}}', knob: 'neutral' },
  ],
  ['live', stateWith(live), { on: true, failing: false, word: 'Live', knob: 'accent' }],
  ['connecting', stateWith(connecting), { on: true, failing: false, word: 'Connecting …', knob: 'warning' }],
  [
    'connecting after a failure',
    stateWith(connecting, { failure }),
    { on: true, failing: true, word: 'Reconnecting …', knob: 'error' },
  ],
  [
    'sending, before it counts as live',
    stateWith(connecting, { flow: { readings: [], beganAt: 1000, movedAt: 3000 } }),
    { on: true, failing: false, word: 'Sending for {{n}} s', knob: 'warning' },
  ],
  ['stopping', stateWith(disconnecting), { on: false, failing: false, word: 'Stopping …', knob: 'neutral' }],
  [
    'stopped, but still running',
    stateWith({ ...live, order: 'stop' }, { flow: idle }),
    { on: false, failing: false, word: 'Stopping …', knob: 'neutral' },
  ],
  [
    'killed by its stop',
    stateWith({ ...retrying, order: 'stop', retryIn: null }),
    { on: false, failing: false, word: 'Stopped', knob: 'neutral' },
  ],
  [
    'stopping while the channel is off',
    stateWith(disconnecting, { waiting: true }),
    { on: false, failing: false, word: 'Stopping …', knob: 'neutral' },
  ],
  ['stopped', stateWith(stopped), { on: false, failing: false, word: 'Stopped', knob: 'neutral' }],
  // Reconnect is off, so the switch is off and can be switched on.
  ['ended for good', stateWith(ended), { on: false, failing: true, word: 'Failing', knob: 'error' }],
  [
    'failed for good',
    stateWith(dead, { failure }),
    { on: false, failing: true, word: 'You have to reconnect manually', knob: 'error' },
  ],
  ['ended for now', stateWith(pausing), { on: true, failing: true, word: 'Reconnecting in {{n}} s', knob: 'error' }],
  [
    'failed for now',
    stateWith(retrying, { failure }),
    { on: true, failing: true, word: 'again in {{n}} s', knob: 'error' },
  ],
  ['failed just now', stateWith(retrying), { on: true, failing: true, word: 'Reconnecting in {{n}} s', knob: 'error' }],
  [
    'asked to start',
    stateWith(stopped, { asked: 'start' }),
    { on: true, failing: false, word: 'Connecting …', knob: 'warning' },
  ],
  [
    'asked to stop',
    stateWith(live, { asked: 'stop' }),
    { on: false, failing: false, word: 'Stopping …', knob: 'neutral' },
  ],
  [
    'asked to restart',
    stateWith(dead, { asked: 'restart' }),
    { on: true, failing: false, word: 'Connecting …', knob: 'warning' },
  ],
  // The channel sends nothing, so the publication is neither failing nor red.
  ...(
    [
      ['failed while the channel is off', retrying, { failure, waiting: true }],
      ['ended while the channel is off', pausing, { waiting: true }],
      ['tries while the channel is off', connecting, { waiting: true }],
      ['gets nothing for too long while the channel is off', { status: 'disconnecting', ...start }, { waiting: true }],
    ] as const
  ).map(([name, progress, more]): (typeof rows)[number] => [
    name,
    stateWith(progress, more),
    { on: true, failing: false, word: 'Waiting for the source', knob: 'warning' },
  ]),
  [
    'the channel is back before the next try',
    stateWith(retrying, { failure: noStream }),
    { on: true, failing: false, word: 'Reconnecting in {{n}} s', knob: 'warning' },
  ],
  [
    'the next try once the channel is back',
    stateWith(connecting, { failure: noStream }),
    { on: true, failing: false, word: 'Connecting …', knob: 'warning' },
  ],
  // Reconnect is off, so it stays down after the channel is back.
  [
    'failed for good while the channel is off',
    stateWith(dead, { failure: noStream, waiting: true }),
    { on: false, failing: true, word: 'You have to reconnect manually', knob: 'error' },
  ],
  [
    'connected while the channel sends nothing',
    stateWith(live, { waiting: true }),
    { on: true, failing: false, word: 'Waiting for the source', knob: 'warning' },
  ],
  [
    "connected while the stopped channel's stored segments are sent",
    stateWith(live, { waiting: true, channelOff: true, isKept: true, flow: { ...idle, movedAt: 9000 } }),
    { on: true, failing: false, word: 'The channel is off', knob: 'neutral' },
  ],
  [
    'connected during a source change, stored segments are sent',
    stateWith(live, { waiting: true, isKept: true, flow: { ...idle, movedAt: 9000 } }),
    { on: true, failing: false, word: 'Connection kept', knob: 'warning' },
  ],
  [
    'connected during a source change, nothing left to send',
    stateWith(live, { waiting: true, isKept: true, flow: idle }),
    { on: true, failing: false, word: 'Paused {{n}} s, connection kept', knob: 'warning' },
  ],
  [
    'connected during a source change, the source sends again',
    stateWith(live, { resuming: 4, isKept: true }),
    { on: true, failing: false, word: 'Connection kept', knob: 'warning' },
  ],
  [
    'connected, with no segments of the channel left',
    stateWith(live, { waiting: true, flow: idle }),
    { on: true, failing: false, word: 'Waiting for the source', knob: 'warning' },
  ],
  [
    'on while its channel was never started',
    stateWith(retrying, { failure, waiting: true, channelOff: true }),
    { on: true, failing: false, word: 'The channel is off', knob: 'neutral' },
  ],
  [
    'connected while the channel has just started to send',
    stateWith(live, { resuming: 4 }),
    { on: true, failing: false, word: 'Sending for {{n}} s', knob: 'warning' },
  ],
  [
    'connected without output',
    stateWith(live, { flow: idle }),
    { on: true, failing: false, word: 'No data for {{n}} s', knob: 'error' },
  ],
  [
    'stopped while the channel is off',
    stateWith(stopped, { waiting: true }),
    { on: false, failing: false, word: 'Stopped', knob: 'neutral' },
  ],
  [
    'refused',
    stateWith(stopped, { refused: 'Bad Request: unknown process' }),
    { on: false, failing: true, word: 'Rejected by the core', knob: 'error' },
  ],
];

it.each(rows)('a row has the right switch, group and text: %s', (_, state, { on, failing, word, knob }) => {
  expect(isOn(state)).toBe(on);
  expect(isFailing(state)).toBe(failing);
  expect(lineOf(state).word).toBe(word);
  expect(lineOf(state).tone).toBe(knob);
});

it.each<[string, PublicationState, ReturnType<typeof sendingOf>]>([
  ['live', stateWith(live), 'live'],
  ['live without input', stateWith(live, { waiting: true }), 'waiting'],
  ['live before its channel', stateWith(live, { resuming: 4 }), 'starting'],
  ['live during a pause of its channel', stateWith(live, { waiting: true, isKept: true }), 'kept'],
  ['live while its channel restarts', stateWith(live, { resuming: 4, isKept: true }), 'kept'],
  ['on while its channel is stopped', stateWith(live, { waiting: true, channelOff: true }), 'idle'],
  ['stopped, but still running', stateWith({ ...live, order: 'stop' }, { flow: idle }), 'off'],
  ['live without output', stateWith(live, { flow: idle }), 'stalled'],
  ['ending before a retry', stateWith({ status: 'disconnecting', ...start }), 'starting'],
  ['stopped by an operator', stateWith(disconnecting), 'off'],
  ['outdated', stateWith(null, { aged: { since: 1000, on: true } }), 'unknown'],
])('a publication has the right sending state: %s', (_, state, status) => expect(sendingOf(state)).toBe(status));

it.each([
  ['waiting for its retry', stateWith(retrying, { failure }), true],
  ['waiting for its source', stateWith(retrying, { failure: noStream, waiting: true }), false],
  ['the source is back', stateWith(retrying, { failure: noStream }), true],
  ['no retry configured', stateWith(dead), false],
  ['a restart is in flight', stateWith(retrying, { asked: 'restart' }), false],
  ['off', stateWith(stopped), false],
  ['live', stateWith(live), false],
])('a row offers to try now: %s', (_, state, expected) => expect(canTryNow(state)).toBe(expected));

it('a row warns without alarm that uploads cannot be confirmed', () => {
  expect(lineOf(stateWith(live)).doubt).toBeNull();
  const uploading = lineOf(stateWith({ ...live, uploads: true }));
  expect(uploading).toMatchObject({ word: 'Live', tone: 'accent', doubt: 'Arrival cannot be confirmed' });
});

it.each<[proof: Proof, line: Partial<ReturnType<typeof lineOf>>]>([
  [
    { status: 'seen', at: 5, delay: 17.6 },
    { tone: 'accent', proof: 'Seen by viewers, {{n}} s behind', proofN: 18 },
  ],
  [
    { status: 'late', at: 5, delay: 40, since: 5 },
    { tone: 'warning', proofN: 40 },
  ],
  [
    { status: 'unseen', fault: 'gone', since: 5 },
    { tone: 'error', proofSince: 5, doubt: null },
  ],
  [{ status: 'unclear', doubt: 'slow', since: 5 }, { tone: 'accent' }],
])('a row of a live publication shows what viewers get: %j', (proof, line) => {
  expect(lineOf(stateWith({ ...live, uploads: true }, { proof }))).toMatchObject(line);
  expect(lineOf(stateWith(stopped, { proof })).proof).toBeNull();
});

it('a row shows the figures of a live publication', () => {
  expect(lineOf(stateWith(live))).toMatchObject({ uptime: 62, kbit: 4100, tone: 'accent' });
});

it.each<[ProcessFailure['cause'], string]>([
  ['refused', 'Refused'],
  ['key-refused', 'Key rejected'],
  ['connection-lost', 'Connection lost'],
  ['closed-after-start', 'Connection closed'],
  ['no-answer', 'No response'],
  ['bitrate', 'Wrong settings'],
  ['killed', 'Server problem'],
  ['unknown', 'Failing'],
])('a row shows the cause %s as "%s", also during retries, without the output of ffmpeg', (cause, word) => {
  for (const progress of [dead, retrying, connecting]) {
    const line = lineOf(stateWith(progress, { failure: failing(cause, message) }));
    expect(line).toMatchObject({ cause: word, reason: null });
    expect(JSON.stringify(line)).not.toContain('Connection refused');
  }
});

it('a row shows the response of the core to the last command', () =>
  expect(lineOf(stateWith(stopped, { refused: 'unknown process' }))).toMatchObject({
    ...{ word: 'Rejected by the core', cause: null, reason: 'unknown process' },
  }));

it.each([
  ['a stopped one', true, stopped, 'start'],
  ['an unknown one', true, null, 'start'],
  ['one that died while on', true, dead, 'restart'],
  ['a running one', true, live, 'restart'],
  ['a running one', false, live, 'stop'],
  ['one that died', false, dead, 'stop'],
] as const)('the switch sends the right command for %s to %s', (_, on, progress, intent) =>
  expect(intentFor(on, progress)).toBe(intent),
);

describe('the button of the process control', () => {
  it.each<[string, Progress | null, object | null]>([
    ['unknown', null, null],
    ['connecting', connecting, { act: null, text: 'Connecting …' }],
    ['disconnecting', disconnecting, { act: null, text: 'Disconnecting …' }],
    ['connected', live, { act: 'disconnect', text: 'Disconnect', note: null }],
    ['stopped', stopped, { act: 'connect', text: 'Connect', note: null }],
    ['ended', ended, { act: 'reconnect', text: 'Reconnect', note: { text: 'You have to reconnect manually' } }],
    ['pausing', pausing, { act: 'disconnect', note: { text: 'Reconnecting in {{n}} s', n: 7 } }],
    ['failed', dead, { act: 'reconnect', note: { text: 'You have to reconnect manually' } }],
    ['retrying', retrying, { act: 'disconnect', note: { text: 'Reconnecting in {{n}} s', n: 7 } }],
  ])('shows its action and note: %s', (_, progress, control) => {
    if (control) expect(controlOf({ progress, asked: null })).toMatchObject(control);
    else expect(controlOf({ progress, asked: null })).toBeNull();
  });

  it('is disabled while a command is in flight', () => {
    expect(controlOf({ progress: live, asked: 'stop' })).toMatchObject({ act: null, text: 'Disconnecting …' });
    expect(controlOf({ progress: stopped, asked: 'start' })).toMatchObject({ act: null, text: 'Connecting …' });
  });
});

it.each<[string, Partial<PublicationState>, Progress, object | null]>([
  [
    'a refused key',
    { failure: failing('key-refused', 'Server error: no') },
    retrying,
    { title: '{{name}} rejected the login or stream key.', evidence: 'Server error: no', field: 'key' },
  ],
  [
    'no responsible party',
    { failure: failing('connection-lost') },
    retrying,
    { title: 'The connection to {{name}} was lost.', field: null },
  ],
  ['the channel is off', { failure, waiting: true }, retrying, null],
  ['the channel was off', { failure: noStream }, retrying, null],
  [
    'the channel was off, and there is no retry',
    { failure: noStream, waiting: true },
    dead,
    { title: '{{name}} has stopped.' },
  ],
  ['a command is in flight', { failure, asked: 'restart' }, dead, null],
  [
    'its rendition fails',
    { failure, behind: 'failing', passes: { name: '720p', failure: failing('too-slow', 'speed=0.4x') } },
    retrying,
    { rendition: '720p', field: null, evidence: 'speed=0.4x' },
  ],
  ['its rendition works', { failure, passes: { name: '720p', failure: null } }, retrying, { rendition: null }],
])('the alert of a publication: %s', (_, more, progress, expected) => {
  const alert = publicationAlertOf(stateWith(progress, more));
  if (expected) expect(alert).toMatchObject(expected);
  else expect(alert).toBeNull();
});

it.each<[string, PublicationState, string | null, string]>([
  ['reads no hold', stateWith(live), null, 'accent'],
  ['reads a ready hold', stateWith(live, { hold: 'ready' }), 'protected', 'accent'],
  ['sends the standby image', stateWith(live, { hold: 'slate' }), 'protected', 'accent'],
  ['waits for the agent', stateWith(live, { hold: 'waiting' }), null, 'accent'],
  ['reads an impossible hold', stateWith(live, { hold: 'cannot' }), null, 'accent'],
  [
    'reads a hold without an agent',
    stateWith(live, { hold: 'gone' }),
    'not protected: the agent does not respond',
    'warning',
  ],
  ['fails without an agent', stateWith(dead, { hold: 'gone', failure }), null, 'error'],
  ['off', stateWith(stopped, { hold: 'ready' }), null, 'neutral'],
])('marks a row as protected by its actual state, not by its setting: %s', (_, state, guard, tone) =>
  expect(lineOf(state)).toMatchObject({ guard, tone }),
);
