import { describe, expect, it } from 'vitest';
import { diagnoseFailure } from '../../../media/diagnosis/diagnoseFailure.ts';
import type { ProcessFailure } from '../../../media/diagnosis/processFailure.ts';
import type { Progress } from '../../../media/run/progress.ts';
import { type ControlState, controlsOf, countRunning, needsConsent, noteOf, sceneOf, titleOf } from './controlState.ts';

const always = { order: 'start', seconds: 5 } as const;
const live: Progress = {
  status: 'connected',
  ...always,
  uptimeSeconds: 60,
  fps: 25,
  speed: 1,
  bitrateKbit: null,
  q: 0,
  frames: 1500,
  drop: 0,
  dup: 0,
};
const connecting: Progress = { status: 'connecting', ...always };
const silent: Progress = { status: 'connecting', order: 'start', seconds: 21 };
const stopping: Progress = { status: 'disconnecting', ...always };
const stopped: Progress = { status: 'disconnected', order: 'stop', seconds: 5, retryIn: null };
const ended: Progress = { status: 'disconnected', ...always, retryIn: 14 };
const endedForGood: Progress = { status: 'disconnected', ...always, retryIn: null };
const refused = 'rtsp://camera/stream: Connection refused';
const failed: Progress = { status: 'error', ...always, message: refused, retryIn: 9 };
const dead: Progress = { status: 'error', ...always, message: refused, retryIn: null };
const failedAndStopped: Progress = { status: 'error', order: 'stop', seconds: 5, message: refused, retryIn: null };

const failingWith = (line: string): ProcessFailure =>
  diagnoseFailure({ cause: 'unknown', evidence: line, line, at: 0, words: null }, {}, { role: 'source', channel: '' });
const failure = failingWith(refused);

const stateWith = (progress: Progress | null, more: Partial<ControlState> = {}): ControlState => ({
  progress,
  asked: null,
  failure: progress?.status === 'error' ? failure : null,
  ...more,
});
const again = stateWith(connecting, { failure });

it.each([
  ['nothing known', stateWith(null), null],
  ['live', stateWith(live), { main: 'stop', second: null, busy: false }],
  ['connecting', stateWith(connecting), { main: 'cancel', second: null, busy: false }],
  ['running without a picture', stateWith(silent), { main: 'cancel', second: null, busy: false }],
  ['the next try', again, { main: 'reconnect', second: 'stop', busy: true }],
  ['disconnecting', stateWith(stopping), { main: 'stop', second: null, busy: true }],
  ['stopped', stateWith(stopped), { main: 'start', second: null, busy: false }],
  ['ended, tries again', stateWith(ended), { main: 'reconnect', second: 'stop', busy: false }],
  ['ended for good', stateWith(endedForGood), { main: 'reconnect', second: 'stop', busy: false }],
  ['failed, tries again', stateWith(failed), { main: 'reconnect', second: 'stop', busy: false }],
  ['failed for good', stateWith(dead), { main: 'reconnect', second: 'stop', busy: false }],
  ['failed, then stopped', stateWith(failedAndStopped), { main: 'start', second: null, busy: false }],
  ['a start under way', stateWith(stopped, { asked: 'start' }), { main: 'start', second: null, busy: true }],
  ['a stop under way', stateWith(live, { asked: 'stop' }), { main: 'stop', second: null, busy: true }],
  ['a reconnect under way', stateWith(dead, { asked: 'reconnect' }), { main: 'reconnect', second: null, busy: true }],
])('the control bar offers buttons for: %s', (_, state, choice) => expect(controlsOf(state)).toEqual(choice));

it.each([
  ['live', stateWith(live), null],
  ['stopped', stateWith(stopped), null],
  ['ended, tries again', stateWith(ended), { text: 'Reconnecting in {{n}} s', n: 14 }],
  ['failed, tries again', stateWith(failed), { text: 'Reconnecting in {{n}} s', n: 9 }],
  ['failed for good', stateWith(dead), { text: 'You have to reconnect manually' }],
  ['ended for good', stateWith(endedForGood), { text: 'You have to reconnect manually' }],
  ['failed, then stopped', stateWith(failedAndStopped), null],
  ['the next try', again, { text: 'Reconnecting …' }],
  ['a command under way', stateWith(dead, { asked: 'reconnect' }), null],
])('the control bar shows a note for: %s', (_, state, note) => expect(noteOf(state)).toEqual(note));

it.each([
  ['nothing known', stateWith(null), 'unknown'],
  ['live', stateWith(live), 'live'],
  ['connecting', stateWith(connecting), 'connecting'],
  ['running without a picture', stateWith(silent), 'alert'],
  ['the next try', again, 'alert'],
  ['disconnecting', stateWith(stopping), 'stopping'],
  ['stopped', stateWith(stopped), 'stopped'],
  ['ended', stateWith(ended), 'alert'],
  ['failed', stateWith(failed), 'alert'],
  // A stop deletes the playlist, so the player must not request it any more.
  ['a stop under way', stateWith(live, { asked: 'stop' }), 'stopping'],
  ['a start under way', stateWith(stopped, { asked: 'start' }), 'connecting'],
])('the preview area shows the scene for: %s', (_, state, scene) => {
  expect(sceneOf({ ...state, alive: true, preview: true, stored: null, unread: null }).status).toBe(scene);
});

describe('the preview', () => {
  it.each([
    [{ alive: true, preview: false }, 'off'],
    [{ alive: false, preview: true }, 'away'],
    [{ alive: false, preview: false }, 'away'],
  ])('with %j is %s', (state, scene) =>
    expect(sceneOf({ stored: null, unread: null, ...stateWith(live), ...state }).status).toBe(scene),
  );

  it.each([
    ['connecting', stateWith(connecting), 'live'],
    ['disconnecting', stateWith(stopping), 'live'],
    ['ended', stateWith(ended), 'live'],
    ['a stop under way', stateWith(connecting, { asked: 'stop' }), 'stopping'],
  ])('keeps playing during a reconnect: %s', (_, state, scene) =>
    expect(sceneOf({ ...state, alive: true, preview: true, stored: null, unread: null, resumes: true }).status).toBe(
      scene,
    ),
  );
});

it.each([
  ['refused', failed, 'Make sure the source is switched on, and check its address and port.', 'Connection refused'],
  [
    'a secret in the log line',
    { ...failed, message: 'rtsp://admin:s3cret@cam/1: Server returned 401 Unauthorized (authorization failed)' },
    'Check the username and password.',
    'Server returned 401 Unauthorized (authorization failed)',
  ],
  ['nothing said', { ...failed, message: '' }, 'The process details show the full log.', undefined],
  ['ended', ended, 'Restart the encoder or camera, or press Start Streaming in OBS.', undefined],
  ['no picture', silent, 'Make sure the source is sending video and its settings match.', undefined],
] as const)('the channel page advises what to do and why: %s', (_, progress, remedy, evidence) => {
  const scene = sceneOf({
    ...stateWith(progress),
    failure: progress.status === 'error' ? failingWith(progress.message) : null,
    alive: true,
    preview: true,
    stored: null,
    unread: null,
  });
  expect(scene).toMatchObject({ status: 'alert', alert: { remedy } });
  expect(scene.status === 'alert' && scene.alert.evidence).toBe(evidence);
});

it.each([
  ['live', stateWith(live), 'connected'],
  ['connecting', stateWith(connecting), 'connecting'],
  ['no picture', stateWith(silent), 'connecting'],
  ['the next try', again, 'error'],
  ['failed', stateWith(failed), 'error'],
  ['ended unexpectedly', stateWith(ended), 'error'],
  ['stopped', stateWith(stopped), 'disconnected'],
  ['nothing known', stateWith(null), null],
  ['a stop under way', stateWith(live, { asked: 'stop' }), 'disconnecting'],
  ['a start under way', stateWith(stopped, { asked: 'start' }), 'connecting'],
])('the page title shows the state: %s', (_, state, title) => expect(titleOf(state)).toBe(title));

it.each([
  [live, 0, true],
  [connecting, 0, false],
  [connecting, 2, true],
  [failed, 0, false],
  [null, 0, false],
])('a stop needs confirmation if live output would end', (progress, publications, asks) =>
  expect(needsConsent(progress, publications)).toBe(asks),
);

it('counts the publications that stop with the channel', () => {
  const all = [live, failed, stopped, failedAndStopped];
  expect(countRunning(Object.fromEntries(all.map((progress, i) => [i, { progress }])))).toBe(2);
});

it.each([
  ['failed', failed, 'The process details show the full log.', refused],
  ['ended', ended, 'Restart the encoder or camera, or press Start Streaming in OBS.', undefined],
] as const)('the channel page gives advice before the log was read: %s', (_, progress, remedy, evidence) =>
  expect(
    sceneOf({ ...stateWith(progress), failure: null, alive: true, preview: true, stored: null, unread: null }),
  ).toMatchObject({
    alert: { remedy, evidence },
  }),
);
