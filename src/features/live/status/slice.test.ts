import { expect, it } from 'vitest';
import type { Progress } from '../../../media/run/progress.ts';
import { aCore, CHANNEL } from '../../../testing/coreAnswers.ts';
import { openStore } from '../../../testing/openStore.ts';
import { connectionLost } from '../../gate/connection/slice.ts';
import {
  channelClosed,
  channelCreated,
  channelOpened,
  channelsFound,
  statusFetched,
  watchedFetched,
} from '../channel/slice.ts';
import { headerShown } from '../shownChannels/slice.ts';
import { shortIn } from '../verdict/slice.ts';
import { unpolledIn } from './slice.ts';

const stopped: Progress = { status: 'disconnected', order: 'stop', seconds: 0, retryIn: null };
const OTHER = '11111111-2222-4333-8444-555555555555';
const found = channelsFound({ list: [{ id: CHANNEL, name: 'A', available: true, egresses: {} }], chosen: CHANNEL });
const created = channelCreated({ id: OTHER, name: 'new', available: false, egresses: {} });
const answer = (progress: Progress | null) =>
  watchedFetched({ channel: CHANNEL, askedAt: Date.now(), seenAt: Date.now(), progress, egresses: {} });
const seenOnce = watchedFetched({ channel: CHANNEL, askedAt: 1, seenAt: 2, progress: stopped, egresses: {} });
const live: Progress = {
  ...{ status: 'connected', order: 'start', seconds: 60, uptimeSeconds: 60, fps: 25, bitrateKbit: null, speed: 1 },
  ...{ q: -1, frames: 1500, drop: 0, dup: 0 },
};
const glanced = statusFetched({
  askedAt: 0,
  watched: null,
  answers: { [CHANNEL]: { seenAt: Date.now(), progress: live, egresses: {} } },
});
const lost = connectionLost({ message: '', retryAt: 0 });
const header = headerShown(CHANNEL);
const opened = channelOpened(CHANNEL);

it.each([
  ['no channels are known', [], null, 'unknown'],
  ['its state was never fetched', [found], CHANNEL, 'unknown'],
  ['the overview fetched its state', [found, header, glanced], CHANNEL, 'connected'],
  ['its page was closed', [found, opened, answer(stopped), channelClosed()], CHANNEL, 'disconnected'],
  ['its page was closed after a disconnect', [found, opened, seenOnce, channelClosed()], CHANNEL, 'unknown'],
  ['its page is open', [found, header, glanced, opened, answer(stopped)], null, 'disconnected'],
  ['its page is open, but the core has lost it', [found, header, glanced, opened, answer(null)], null, 'disconnected'],
  ['it was never set up', [found, created], null, 'disconnected'],
  ['the core is unreachable', [found, opened, answer(stopped), lost], null, 'unknown'],
])('decides whether the header polls the selected channel: %s', (_, actions, unpolled, state) => {
  const store = openStore({ core: aCore() });
  for (const action of actions) store.dispatch(action);
  expect(unpolledIn(store.getState())).toBe(unpolled);
  expect(shortIn(store.getState()).state).toBe(state);
  store.stop();
});
