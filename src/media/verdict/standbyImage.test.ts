import { describe, expect, it } from 'vitest';
import { wordsOf } from '../diagnosis/diagnoseFailure.ts';
import type { ProcessFailure } from '../diagnosis/processFailure.ts';
import type { ShownHold } from '../hold/holdOf.ts';
import type { Progress } from '../run/progress.ts';
import type { Throughput } from '../run/throughput.ts';
import { verdictOf } from './verdict.ts';
import type { PublicationFact, SendingStatus, Situation } from './verdictTypes.ts';

const NOW = 1_000_000;
const start = { order: 'start', seconds: 60 } as const;
const figures = { fps: 25, bitrateKbit: null, speed: 1, q: 0, frames: 1500, drop: 0, dup: 0 };
const live: Progress = { status: 'connected', ...start, uptimeSeconds: 60, ...figures };
const tries: Progress = { status: 'error', ...start, message: 'x', retryIn: 5 };
const connecting: Progress = { status: 'connecting', order: 'start', seconds: 3 };
const stopped: Progress = { status: 'disconnected', order: 'stop', seconds: 5, retryIn: null };

/** `idle`: seconds without data. */
const flowing = (idle = 0): Throughput => ({
  readings: Array.from({ length: 13 }, (_, i) => ({
    ...{ at: NOW - (12 - i) * 1000, sizeKb: 0 },
    ...{ frames: 1 + (idle > 0 ? 0 : 25 * i), seconds: idle > 0 ? 0 : i },
  })),
  beganAt: NOW - 12_000,
  movedAt: NOW - idle * 1000,
});
const failed = (cause: ProcessFailure['cause']): ProcessFailure => ({
  ...{ cause, evidence: '', line: 'x', at: NOW - 1000, since: NOW - 9000 },
  words: wordsOf(cause, { role: 'source', channel: 'c' }),
});

const sending = (name: string, status: SendingStatus, readsHold = true): PublicationFact => ({
  ...{ id: name, name, status, words: null, to: null, since: null },
  ...(readsHold && { readsHold }),
});
const three = [sending('A', 'live'), sending('B', 'live'), sending('C', 'live')];

const ready: ShownHold = { status: 'ready', isOver: false };
const slate = (why: Extract<ShownHold, { status: 'slate' }>['why']): ShownHold => ({
  ...{ status: 'slate', since: NOW - 30_000, limitAt: null },
  why,
});

const fine: Situation = {
  ...{ now: NOW, alive: true, seenAt: NOW, asked: null, progress: live, failure: null, flow: flowing() },
  ...{ publications: three, cpuLately: 20, hold: ready },
};
const away = { progress: tries, failure: failed('source-ended'), flow: null } as const;

interface VerdictRow {
  kind: string;
  fault?: string;
  severity?: string;
  text?: string;
}

it.each<[string, Partial<Situation>, VerdictRow]>([
  ['a healthy protected channel', {}, { kind: 'live', severity: 'live' }],
  [
    'the encoder has ended',
    { ...away, hold: slate('ended') },
    {
      ...{ kind: 'held', fault: 'source', severity: 'warning' },
      text: 'The source is away. Your platforms see the standby image, since {{time}}.',
    },
  ],
  [
    'the encoder hangs',
    { flow: flowing(8), hold: slate('late') },
    { kind: 'held', fault: 'source', text: 'The source is away. Your platforms see the standby image' },
  ],
  [
    'the source cannot be opened until the operator fixes it',
    { progress: tries, failure: failed('refused'), flow: null, hold: slate('ended') },
    { kind: 'held', text: wordsOf('refused', { role: 'source', channel: 'c' })?.title ?? '-' },
  ],
  [
    'the source reconnects',
    { progress: connecting, flow: null, hold: slate('ended') },
    { kind: 'held', text: 'Your platforms see the standby image, since {{time}}. Connecting to the source' },
  ],
  [
    'the source is back and observed for some seconds',
    { hold: slate('ended') },
    { kind: 'held', text: 'The source is back. Your platforms have seen the standby image since {{time}}.' },
  ],
  [
    'the video of the source is still',
    { hold: slate('blank') },
    {
      ...{ kind: 'held', fault: 'source', severity: 'warning' },
      text: 'The video of the source is still or black. Your platforms see the standby image, since {{time}}.',
    },
  ],
  [
    'the video of the source is still, and its backup is on the air',
    { hold: { status: 'backup', since: NOW - 30_000, why: 'blank', n: 2 } },
    { kind: 'held', text: 'Your platforms see backup source {{n}}, since {{time}}.' },
  ],
  [
    'the encoder has ended after its video was still',
    { ...away, hold: slate('blank') },
    { kind: 'held', text: 'The source is away.' },
  ],
  [
    'the operator switched to the image',
    { hold: slate('order') },
    { kind: 'cut', fault: 'operator', severity: 'live', text: 'it was switched by hand' },
  ],
  [
    'the operator switched to the image, and a publication fails',
    { hold: slate('order'), publications: [...three, sending('D', 'failing', false)] },
    { kind: 'cut', severity: 'warning' },
  ],
  [
    'the operator switched to the image, and then the encoder ends',
    { ...away, hold: slate('order') },
    { kind: 'held', fault: 'source', text: 'The source is away.' },
  ],
  [
    'the source has just ended, and the image is not on the air yet',
    away,
    { kind: 'covered', fault: 'source', text: 'Your platforms see the standby image in a moment.' },
  ],
  [
    'the source is on the air again, and does not count as live yet',
    { progress: { ...connecting, counts: { frames: 70, sizeKb: 0, seconds: 3 } }, flow: flowing() },
    { kind: 'covered', severity: 'busy', text: 'Your platforms stay live.' },
  ],
  [
    'a run ends that should continue',
    { progress: { status: 'disconnecting', ...start }, hold: slate('ended') },
    { kind: 'held', text: 'The stream is starting.' },
  ],
  ['the channel is restarted here', { asked: 'reconnect', publications: [sending('A', 'kept')] }, { kind: 'asked' }],
  ['the channel is stopped on this page', { asked: 'stop', hold: slate('ended') }, { kind: 'stopping' }],
  ['the channel is off', { progress: stopped, publications: [sending('A', 'idle')] }, { kind: 'off' }],
  ['the core is unreachable', { alive: false, hold: slate('ended') }, { kind: 'core-away' }],
  ['no publication sends it', { ...away, hold: slate('ended'), publications: [sending('A', 'off')] }, { kind: 'away' }],
  [
    'only an unprotected publication sends',
    { ...away, hold: slate('ended'), publications: [sending('A', 'live', false)] },
    { kind: 'away' },
  ],
  [
    'the limit was reached',
    { ...away, hold: { status: 'ready', isOver: true }, publications: [sending('A', 'waiting')] },
    { kind: 'away' },
  ],
  ['the agent has not answered yet', { hold: { status: 'waiting' } }, { kind: 'live' }],
  ['no image is possible', { hold: { status: 'cannot', obstacle: 'codec' } }, { kind: 'live' }],
  [
    'the agent is unavailable, and one publication waits for it',
    { hold: { status: 'gone' }, publications: [sending('A', 'stalled'), sending('B', 'live', false)] },
    { kind: 'agent-away', fault: 'server', severity: 'error', text: '{{name}} waits for the agent' },
  ],
  [
    'the agent is unavailable, and several publications wait for it',
    { hold: { status: 'gone' }, publications: three },
    { kind: 'agent-away', text: '{{n}} publications wait for the agent' },
  ],
  [
    'the agent is unavailable, and no publication depends on it',
    { hold: { status: 'gone' }, publications: [sending('A', 'off'), sending('B', 'live', false)] },
    { kind: 'live' },
  ],
  [
    'the channel keeps too few segments, so that publications have no list',
    { hold: { status: 'cannot', obstacle: 'short-list' }, publications: three },
    { kind: 'agent-away', text: 'set its size to 6' },
  ],
  [
    'a newer version has stored the settings, so that publications have no list',
    { hold: { status: 'cannot', obstacle: 'newer' }, publications: [sending('A', 'failing')] },
    { kind: 'agent-away', text: 'Update the interface' },
  ],
  ['the agent and the source are unavailable', { ...away, hold: { status: 'gone' } }, { kind: 'away' }],
])('a protected channel reports what platforms see: %s', (_, facts, { text = '', ...expected }) => {
  const verdict = verdictOf({ ...fine, ...facts });
  expect(verdict).toMatchObject(expected);
  expect(verdict.sentences.map((sentence) => sentence.text).join(' ')).toContain(text);
});

it('a failing publication is also reported while the operator has switched to the standby image', () => {
  const { others } = verdictOf({
    ...fine,
    hold: slate('order'),
    publications: [...three, sending('D', 'failing', false)],
  });
  expect(others).toHaveLength(1);
});

describe('a publication that sends the standby image', () => {
  it('counts as live, not as waiting', () => {
    const { tally } = verdictOf({ ...fine, ...away, hold: slate('ended') });
    expect(tally).toMatchObject({ live: 3, waiting: 0, kept: 0 });
  });
});
