import { expect, it } from 'vitest';
import type { ProcessState } from '../src/api/answers/process.ts';
import { ingestId } from '../src/api/processIds.ts';
import { fakeCore } from '../src/testing/fakeCore.ts';
import { createProcessFeed } from './coreFeed.ts';
import { createIngestWatch } from './ingestWatch.ts';

const X = '11111111-2222-3333-4444-555555555555';
type IngestAnswer = Partial<Pick<ProcessState, 'order' | 'exec'>> | 'gone' | 'away';
const live: IngestAnswer = { order: 'start', exec: 'running' };
const waits: IngestAnswer = { order: 'start', exec: 'failed' };
const stop: IngestAnswer = { order: 'stop', exec: 'finished' };

it.each<[what: string, seen: IngestAnswer[], states: string[]]>([
  ['runs, and ends', [live, waits], ['running', 'ended']],
  ['waits from the start', [waits], ['ended']],
  ['is stopped from the start', [stop, stop], ['ended', 'stopped']],
  ['is reconnected by a page, by a stop and a start', [live, stop, live], ['running', 'running', 'running']],
  ['is stopped', [live, stop, stop], ['running', 'running', 'stopped']],
  ['is deleted', [live, 'gone', 'gone'], ['running', 'running', 'stopped']],
  ['is on a core that does not answer', [live, 'away', live], ['running', 'unknown', 'running']],
])('the watch follows a channel that %s', async (_, answers, states) => {
  let now: IngestAnswer | undefined = answers[0];
  const core = fakeCore({
    processes: () => {
      if (now === 'away') throw new Error('away');
      return now === 'gone' ? [] : [{ id: ingestId(X), state: now }];
    },
  });
  const feed = createProcessFeed(core);
  await feed.read();
  const watch = createIngestWatch(feed, X, new AbortController().signal);
  const actual = [watch.state()];
  for (now of answers.slice(1)) {
    await feed.read();
    actual.push(watch.state());
  }
  expect(actual).toEqual(states);
});

it('the watch of a channel stops when its writer ends', async () => {
  const core = fakeCore({ processes: () => [{ id: ingestId(X), state }] });
  let state: IngestAnswer = live;
  const feed = createProcessFeed(core);
  await feed.read();
  const ending = new AbortController();
  const watch = createIngestWatch(feed, X, ending.signal);
  ending.abort();
  state = waits;
  await feed.read();
  expect(watch.state()).toBe('running');
});
