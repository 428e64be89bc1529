import { expect, it } from 'vitest';
import { ProcessState } from '../api/answers/process.ts';
import { figureTone, progressOf } from './progress.ts';

const state = (given: Record<string, unknown>) => ProcessState.parse({ order: 'start', exec: 'running', ...given });

it.each([
  ['starting', { exec: 'starting' }, { state: 'connecting', order: 'start', seconds: 0 }],
  ['not settled', { runtime_seconds: 9, progress: { fps: 25 } }, { state: 'connecting', seconds: 9 }],
  ['settled, but no frames', { runtime_seconds: 60, progress: { fps: 0 } }, { state: 'connecting', seconds: 60 }],
  ['running without any figures', { runtime_seconds: 60 }, { state: 'connecting', seconds: 60 }],
  [
    'live',
    {
      runtime_seconds: 10,
      progress: { fps: 25, bitrate_kbit: 2500.5, speed: 1.01, q: 23, frame: 250, drop: 1, dup: 2 },
    },
    {
      ...{ state: 'connected', order: 'start', seconds: 10, uptimeSeconds: 10, fps: 25, bitrateKbit: 2500.5 },
      ...{ speed: 1.01, q: 23, frames: 250, drop: 1, dup: 2 },
    },
  ],
  // HLS output: ffmpeg prints bitrate=N/A, the core makes a 0 of it.
  ['live without a bitrate', { runtime_seconds: 10, progress: { fps: 25 } }, { state: 'connected', bitrateKbit: null }],
  ['sound alone, of which there are no figures', { runtime_seconds: 10, command: ['-vn'] }, { state: 'connected' }],
  ['sound alone, not settled', { runtime_seconds: 9, command: ['-vn'] }, { state: 'connecting' }],
  ['finishing', { order: 'stop', exec: 'finishing' }, { state: 'disconnecting', order: 'stop' }],
  ['stopped', { order: 'stop', exec: 'finished' }, { state: 'disconnected', retryIn: null }],
  ['waiting', { exec: 'finished', reconnect_seconds: 12 }, { state: 'disconnected', retryIn: 12 }],
  ['about to be tried', { exec: 'finished', reconnect_seconds: 0 }, { state: 'disconnected', retryIn: 0 }],
  [
    'failed',
    { exec: 'failed', reconnect_seconds: 5, last_logline: 'Connection refused' },
    { state: 'error', message: 'Connection refused', retryIn: 5 },
  ],
  ['killed', { exec: 'killed' }, { state: 'error', message: '', retryIn: null }],
])('tells of a process that is %s', (_, given, expected) => expect(progressOf(state(given))).toMatchObject(expected));

it('tells of no process as of a stopped one', () =>
  expect(progressOf(null)).toEqual({ state: 'disconnected', order: 'stop', seconds: 0, retryIn: null }));

it.each([
  [25, 1, 'normal'],
  [25, 0.9, 'normal'],
  [25, 1.1, 'normal'],
  [25, 0.89, 'warning'],
  [25, 1.11, 'warning'],
  [25, 0.79, 'danger'],
  [25, 1.21, 'danger'],
  [9.9, 1, 'danger'],
])('colours %d fps at speed %d as %s', (fps, speed, tone) => expect(figureTone({ fps, speed })).toBe(tone));
