import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Channel } from '../../../media/channel/channel.ts';
import { hasIngest, type PassingView, passingView } from '../../../media/channel/seenInPassing.ts';
import type { Progress } from '../../../media/run/progress.ts';
import { type ChannelStatus, updateStatus } from '../../../media/status/channelStatus.ts';
import { aCore, CHANNEL } from '../../../testing/coreAnswers.ts';
import { openStore } from '../../../testing/openStore.ts';
import { randomFrom } from '../../../testing/randomFrom.ts';
import { channelsFound, statusFetched } from '../channel/slice.ts';
import { channelViewIn } from './slice.ts';

/* The agent uses `passingView`, the interface its store: both must reach the same verdict. */

const [MAIN, SPARE, OTHER] = ['a', 'b', 'c'].map((name) => `restreamer-ui:egress:rtmp:${name}`);
const channel: Channel = {
  ...{ id: CHANNEL, name: 'Hall', available: true },
  egresses: {
    [MAIN ?? '']: { service: 'rtmp', name: 'Stage', backup: SPARE },
    [SPARE ?? '']: { service: 'rtmp', name: 'Stage 2' },
    [OTHER ?? '']: { service: 'youtube', name: 'Video' },
  },
};

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

function someProgress(random: () => number, second: number): Progress {
  const frames = Math.round(second * 25 * (random() < 0.2 ? 0.5 : 1));
  const live: Progress = {
    ...{ status: 'connected', order: 'start', seconds: 60 + second, uptimeSeconds: 60 + second, fps: 25 },
    ...{ bitrateKbit: null, speed: random() < 0.2 ? 0.6 : 1, q: -1, frames, drop: 0, dup: 0 },
    counts: { frames, sizeKb: 0, seconds: frames / 25 },
  };
  const all: readonly Progress[] = [
    ...[live, live, live, live],
    { status: 'error', order: 'start', seconds: 1, message: 'Input/output error', retryIn: 14 },
    { status: 'disconnected', order: 'start', seconds: 1, retryIn: 14 },
    { status: 'disconnected', order: 'stop', seconds: 60, retryIn: null },
    { status: 'error', order: 'stop', seconds: 60, message: '', retryIn: null },
  ];
  return all[Math.floor(random() * all.length)] ?? live;
}

it('the agent and the interface reach the same verdict in 200 situations', () => {
  const random = randomFrom(56);
  const kinds = new Set<string>();
  for (let situation = 0; situation < 200; situation++) {
    vi.useFakeTimers({ now: 1_000_000 + situation * 3_600_000 });
    const store = openStore({ core: aCore() });
    store.dispatch(channelsFound({ list: [channel], chosen: null }));
    let status: ChannelStatus | undefined;
    let view: PassingView | undefined;
    let [ingest, ...egresses] = [0, 1, 2, 3].map(() => someProgress(random, 0));
    for (let poll = 0; poll < 4; poll++) {
      vi.useFakeTimers({ now: 1_000_000 + situation * 3_600_000 + poll * 3000 });
      if (random() < 0.5) [ingest, ...egresses] = [0, 1, 2, 3].map(() => someProgress(random, poll * 3));
      const answered = Object.fromEntries(
        [MAIN, SPARE, OTHER].flatMap((id, at) => {
          const progress = egresses[at];
          return id === undefined || progress === undefined ? [] : [[id, progress]];
        }),
      );
      const answer = { seenAt: Date.now(), progress: ingest ?? null, egresses: answered };
      store.dispatch(statusFetched({ askedAt: 0, watched: null, answers: { [CHANNEL]: answer } }));
      status = updateStatus(status, answer, CHANNEL);
      if (!hasIngest(status)) throw new Error('it has an ingest');
      view = passingView(status, { channel, sightings: {}, now: Date.now(), alive: true, cpuLately: null }, view);
      const shown = channelViewIn(store.getState(), CHANNEL);
      expect([view.verdict, view.publications, view.hold]).toEqual([shown?.verdict, shown?.publications, shown?.hold]);
      kinds.add(view.verdict.kind);
    }
    store.stop();
  }
  expect(kinds.size).toBeGreaterThan(4);
});
