import { expect, it } from 'vitest';
import { ProcessReport, ProcessState } from '../../src/api/answers/process.ts';
import { lookId } from '../../src/api/processIds.ts';
import { type LookCore, runLook } from './runLook.ts';

const WAITS = 'the playlist has no new segments';

/** A core whose process never ends. */
function aCore(line: string) {
  const removed: string[] = [];
  const core: LookCore = {
    processAdd: async () => 'OK',
    processCommand: async () => 'OK',
    processState: async () => ProcessState.parse({ exec: 'running', order: 'start' }),
    processReport: async () => ProcessReport.parse({ log: [['1', line]] }),
    processDelete: async ({ id }) => {
      removed.push(id);
      return null;
    },
    fileBytes: async () => new Uint8Array(),
    memWrite: async () => 'OK',
    memDelete: async () => null,
    diskWrite: async () => 'OK',
    diskDelete: async () => null,
  };
  return { core, removed };
}

it.each([
  ['that waits in vain', WAITS, 3500],
  ['that may go on', 'a segment', 14_000],
])('a look %s ends, and is removed', async (_, line, ms) => {
  const { core, removed } = aCore(line);
  let clock = 0;
  const look = await runLook({
    ...{ core, n: 3, patienceMs: 14_000, leave: new AbortController().signal, now: () => clock },
    request: { channel: 'c', seconds: 8, pictures: 'second', hasVideo: true },
    input: { address: 'http://platform.example/live.m3u8', options: [] },
    pause: async (pauseMs) => {
      clock += pauseMs;
    },
    isVain: (lines) => lines.includes(WAITS),
  });
  expect(look).toEqual({ status: 'failed', cause: 'slow' });
  expect(clock).toBeLessThanOrEqual(ms);
  expect(clock).toBeGreaterThan(ms - 1000);
  // The first deletion removes what a killed agent may have left.
  expect(removed).toEqual([lookId(3), lookId(3)]);
});
