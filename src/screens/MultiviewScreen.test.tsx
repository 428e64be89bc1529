// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ingestId } from '../api/processIds.ts';
import { sessionStarted } from '../features/gate/session/actions.ts';
import { aCore, CHANNEL } from '../testing/coreAnswers.ts';
import { openStore } from '../testing/openStore.ts';
import { renderAt, settleScreens, setUpScreens } from '../testing/renderScreens.tsx';
import MultiviewScreen from './MultiviewScreen.tsx';

setUpScreens();

const OTHER = '11111111-2222-4333-8444-555555555555';
const EGRESS = 'restreamer-ui:egress:rtmp:99999999-2222-4333-8444-555555555555';

const LINE = 'Error opening output rtmp://127.0.0.1/live: Connection refused';

async function shown() {
  const startedAt = Date.now();
  const state = { stalled: false, refused: false };
  const process = (id: string, channel: string, stored: object) => {
    const seconds = (Date.now() - startedAt) / 1000 + 60;
    const frame = state.stalled && id === ingestId(OTHER) ? 1500 : Math.round(seconds * 25);
    const isRefused = state.refused && id === EGRESS;
    return {
      ...{ id, reference: channel, type: 'ffmpeg', created_at: 0, updated_at: 0 },
      metadata: { 'restreamer-ui': stored },
      state: {
        order: 'start',
        exec: isRefused ? 'failed' : 'running',
        runtime_seconds: isRefused ? 2 : Math.round(seconds),
        reconnect_seconds: isRefused ? 13 : -1,
        last_logline: isRefused ? LINE : '',
        progress: isRefused ? null : { frame, fps: 25, speed: 1, time: frame / 25, size_kb: 0, q: -1, drop: 0, dup: 0 },
      },
      report: { log: [[String(startedAt / 1000), LINE]], created_at: 0, prelude: [], history: [] },
    };
  };
  const all = () => [
    process(ingestId(CHANNEL), CHANNEL, { meta: { name: 'Studio A' } }),
    process(ingestId(OTHER), OTHER, { meta: { name: 'Studio B' } }),
    process(EGRESS, CHANNEL, { name: 'Venue' }),
  ];
  const store = openStore({
    core: aCore({
      processes: all,
      process: ({ id }) => all().find((process) => process.id === id),
      memFiles: () => [{ name: `/${CHANNEL}.jpg`, size_bytes: 1, last_modified: Date.now() / 1000 }],
    }),
  });
  store.dispatch(sessionStarted());
  await settleScreens(50);
  const screens = { '/multiview': <MultiviewScreen />, '/:channel': <p>Channel page</p> };
  const router = renderAt(store, screens, '/multiview');
  await settleScreens(300);
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  return { store, state, pass, router };
}

const tile = (name: string) => {
  const found = screen.getByRole('link', { name }).closest('article');
  if (!found) throw new Error(`${name} has no tile`);
  return within(found);
};

it('the multiview shows the state of all channels, and what is wrong with which', async () => {
  const { state, pass } = await shown();
  await pass(6000);
  expect(screen.getByRole('status').textContent).toBe('2 of 2 live');
  expect(tile('Studio A').getByText('Publications: 1 of 1 live')).toBeTruthy();
  state.stalled = true;
  await pass(9000);
  expect(screen.getByRole('status').textContent).toBe('1 of 2 live, 1 with problems');
  expect(tile('Studio B').getByText('Failing')).toBeTruthy();
  expect(
    tile('Studio B').getByText(/^No data from the source since .* The connection is open, but empty\.$/),
  ).toBeTruthy();
  state.stalled = false;
  state.refused = true;
  await pass(9000);
  expect(tile('Studio B').getByText('Live')).toBeTruthy();
  expect(tile('Studio A').getByText('Live, 1 problem')).toBeTruthy();
  expect(tile('Studio A').getByText(/Venue/).textContent).toContain('refused');
  expect(tile('Studio A').getByText('Publications: 0 of 1 live, 1 failing')).toBeTruthy();
});

it('the multiview sends few requests, and none in a hidden tab', async () => {
  const { store, pass } = await shown();
  await pass(1000);
  const countCalls = async () => {
    const before = store.core.calls.length;
    await pass(60_000);
    return store.core.calls.length - before;
  };
  // Per minute: states every 3 s, snapshots every 30 s, channels every 6 s, playlist and segment of one every 4 s.
  expect(await countCalls()).toBeLessThanOrEqual(65);
  store.hide(true);
  await pass(3000);
  expect(await countCalls()).toBe(0);
});

it('the multiview moves between channels by arrow keys, each linked to its page', async () => {
  const { pass, router } = await shown();
  screen.getByRole('link', { name: 'Studio A' }).focus();
  fireEvent.keyDown(screen.getByRole('link', { name: 'Studio A' }), { key: 'ArrowRight' });
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Studio B' }));
  fireEvent.click(screen.getByRole('link', { name: 'Studio B' }));
  await pass(50);
  expect(router.state.location.pathname).toBe(`/${OTHER}`);
});
