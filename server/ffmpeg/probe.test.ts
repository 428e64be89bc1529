import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import type { ExitStatus } from './child.ts';
import { probe, probeStreams } from './probe.ts';

afterEach(() => vi.useRealTimers());

// Logs of ffmpeg 5.1 and what a core of version 16.14.0 read in them.
const Case = z.object({ name: z.string(), log: z.array(z.string()), streams: z.array(z.unknown()) });
const recorded = new URL('../fixtures/probe-cases.json', import.meta.url);

describe('the streams of a probe', () => {
  it.each(z.array(Case).parse(JSON.parse(readFileSync(recorded, 'utf8'))))('$name', ({ log, streams }) =>
    expect(probeStreams(log)).toEqual(streams),
  );
});

/** A child that ends when it is asked to, and then says its last line. */
function silent() {
  let exit: (end: ExitStatus) => void = () => {};
  const ended = new Promise<ExitStatus>((resolve) => {
    exit = resolve;
  });
  return (onLine: (line: string) => void) => ({
    pid: 1,
    ended,
    end: () => {
      onLine('Exiting normally, received signal 2.');
      exit('finished');
    },
  });
}

it('is ended after 20 s', async () => {
  vi.useFakeTimers();
  let isOver = false;
  const result = probe(silent()).then((answer) => {
    isOver = true;
    return answer;
  });
  await vi.advanceTimersByTimeAsync(19_999);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await result).toEqual({ streams: [], log: ['Exiting normally, received signal 2.'] });
});
