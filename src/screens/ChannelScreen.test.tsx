// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { CoreError } from '../api/error.ts';
import { egressId, ingestId } from '../api/processIds.ts';
import { sessionStarted } from '../features/gate/session/actions.ts';
import { ingestStartRequested } from '../features/live/ingest/slice.ts';
import { pictureSeen } from '../features/live/streamInspector/slice.ts';
import { setLanguage, startI18n } from '../i18n/index.ts';
import { aCore, CHANNEL } from '../testing/coreAnswers.ts';
import type { FakeAnswers } from '../testing/fakeCore.ts';
import { openStore } from '../testing/openStore.ts';
import { loadOverlays } from '../ui/overlays/useLazyOverlays.ts';
import ChannelScreen from './ChannelScreen.tsx';

// The player needs a browser; e2e/ checks that it plays.
vi.mock('../ui/player/showLiveVideo.ts', () => ({ show: () => () => {} }));

beforeAll(async () => {
  await startI18n({ page: document, browser: [], storage: localStorage });
  await loadOverlays();
});
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  Element.prototype.scrollTo = () => {};
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

const running = { order: 'start', exec: 'running', runtime_seconds: 12, progress: { fps: 25, speed: 1, frame: 300 } };
const stopped = { order: 'stop', exec: 'finished', runtime_seconds: 12 };
const failed = (retry: number) => ({
  order: 'start',
  exec: 'failed',
  reconnect_seconds: retry,
  last_logline: 'rtsp://admin:s3cret@camera/1: Connection refused',
});
const ingest = (state: object) => ({ id: ingestId(CHANNEL), reference: CHANNEL, state });
const publication = (n: number, order: string) => ({
  id: egressId('rtmp', CHANNEL.replace(/.$/, String(n))),
  reference: CHANNEL,
  state: { ...running, order },
});

async function openScreen(processes: object[], answers: FakeAnswers = {}, search = '') {
  const store = openStore({
    core: aCore({
      processes: () => processes,
      sessionsActive: () => ({}),
      memFiles: () => [{ name: `/${CHANNEL}_1.ts`, size_bytes: 1, last_modified: Math.floor(Date.now() / 2000) }],
      processCommand: () => 'OK',
      memDelete: () => null,
      ...answers,
    }),
  });
  store.dispatch(sessionStarted());
  await pass(0);
  const { current } = store.getState().channel;
  const router = createMemoryRouter([{ path: '/:channel', element: <ChannelScreen /> }], {
    initialEntries: [`/${current}${search}`],
  });
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  await pass(0);
  return { store, current, router };
}

const button = (name: string) => screen.getByRole('button', { name });
const buttons = () =>
  ['Start stream', 'Stop stream', 'Cancel', 'Reconnect'].filter((name) =>
    screen.queryAllByRole('button', { name }).some((button) => !button.hasAttribute('disabled')),
  );

it.each([
  ['live', running, ['Stop stream'], 'Live'],
  ['connecting', { ...running, runtime_seconds: 3 }, ['Cancel'], 'Connecting'],
  ['stopped', stopped, ['Start stream'], 'Stopped'],
  ['failed', failed(9), ['Stop stream', 'Reconnect'], 'Failing'],
])(
  'the channel page offers the actions of the state "%s" and shows it in the title',
  async (_, state, offered, title) => {
    await openScreen([ingest(state)]);
    expect(buttons()).toEqual(offered);
    // An unavailable button keeps its place, hidden from screen readers as well.
    expect(screen.queryAllByRole('button', { name: 'Reconnect' })).toHaveLength(offered.includes('Reconnect') ? 1 : 0);
    expect(document.title).toBe(`${title} · Livestream · Sluice`);
  },
);

it.each([
  ['the state is loading', () => new Promise(() => {}), 'Loading …'],
  [
    'the core rejects the request',
    () => {
      throw new CoreError(403, 'Forbidden');
    },
    'State unknown',
  ],
])('the channel page shows a page title while %s', async (_, states, title) => {
  const list = [ingest(running)];
  await openScreen(list, { processes: ({ filter } = {}) => (filter?.startsWith('state') ? states() : list) });
  await pass(1000);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
});

async function obeying() {
  const states: Record<string, object> = {};
  const all = [publication(1, 'start'), publication(2, 'stop'), publication(3, 'start')];
  for (const { id, state } of [ingest(running), ...all]) states[id] = state;
  const egresses = all.map(({ id }) => id);
  const { store } = await openScreen([], {
    processes: () =>
      Object.entries(states).map(([id, state]) => ({
        id,
        reference: CHANNEL,
        state,
        metadata: { 'restreamer-ui': { name: `Venue ${egresses.indexOf(id) + 1}` } },
      })),
    processCommand: ({ id, body }) => {
      states[id] = body.command === 'stop' ? stopped : running;
      return 'OK';
    },
    memDelete: () => 'OK',
  });
  return { store, egresses };
}

it('the channel page restarts only what it has stopped, unless unticked', async () => {
  const { store, egresses } = await obeying();
  fireEvent.click(button('Stop stream'));
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Stop stream' }));
  await pass(3000);
  expect([...store.storage.values()]).toContain([egresses[0], egresses[2]].join(' '));
  fireEvent.click(button('Start stream'));
  const dialog = within(screen.getByRole('alertdialog', { name: 'Start the stream?' }));
  expect(dialog.getAllByRole('switch')).toHaveLength(2);
  fireEvent.click(dialog.getByRole('switch', { name: 'Venue 3' }));
  store.core.calls.length = 0;
  fireEvent.click(dialog.getByRole('button', { name: 'Start stream' }));
  await pass(1000);
  const starts = store.core.calls.filter((call) => / start$/.test(call));
  expect(starts).toContain(`processCommand ${egresses[0]} start`);
  expect(starts.join()).not.toMatch(new RegExp(`${egresses[1]}|${egresses[2]}`));
  store.stop();
});

it('the channel page undoes a stop of the channel and its publications with one click', async () => {
  const { store, egresses } = await obeying();
  expect(screen.queryByRole('button', { name: 'Undo stop' })).toBeNull();
  fireEvent.click(button('Stop stream'));
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Stop stream' }));
  await pass(3000);
  store.core.calls.length = 0;
  fireEvent.click(button('Undo stop'));
  await pass(1000);
  const starts = store.core.calls.filter((call) => / start$/.test(call) && !call.includes('_snapshot'));
  expect(starts).toEqual([ingestId(CHANNEL), egresses[0], egresses[2]].map((id) => `processCommand ${id} start`));
  expect(screen.queryByRole('button', { name: 'Undo stop' })).toBeNull();
  store.stop();
});

it('the channel page offers to undo a stop for a short time only', async () => {
  const { store } = await obeying();
  fireEvent.click(button('Stop stream'));
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Stop stream' }));
  await pass(8500);
  expect(screen.queryByRole('button', { name: 'Undo stop' })).toBeNull();
  expect(button('Start stream').hasAttribute('disabled')).toBe(false);
  store.stop();
});

it('the channel page shows start and stop once on a phone, at the bottom', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
  const { store } = await obeying();
  const stop = button('Stop stream');
  expect(stop.closest('.remote')).not.toBeNull();
  expect(stop.closest('.page')?.lastElementChild?.contains(stop)).toBe(true);
  expect(screen.getAllByRole('link', { name: 'Edit' })).toHaveLength(1);
  store.stop();
});

const sentence = () => document.querySelector('.verdict-sentence')?.textContent;
const unrestful = { ...failed(9), last_logline: 'rtmp://a.test/live/k: Connection refused' };
const down = { ...publication(2, 'start'), state: { ...failed(9), last_logline: '' } };

it('the channel page summarizes what is live, and announces only changes', async () => {
  let seconds = 12;
  const { store } = await openScreen([], {
    processes: () => {
      const state = { ...running, runtime_seconds: seconds, progress: { ...running.progress, frame: seconds * 25 } };
      return [ingest(state), { ...publication(1, 'start'), state }];
    },
  });
  await pass(1000);
  expect(sentence()).toMatch(/^All good for 1[23] s, no drops\. Publications: 1 of 1 live\./);
  seconds = 14;
  await pass(2000);
  expect(sentence()).toMatch(/^All good for 1[45] s, /);
  // Elapsed seconds are not announced.
  const aloud = () => document.querySelector('[role=status] .visually-hidden')?.textContent;
  expect(aloud()).toBe('Live. Publications: 1 of 1 live.');
  await act(() => setLanguage('de', localStorage));
  expect(aloud()).toBe('Live. Veröffentlichungen: 1 von 1 live.');
  await act(() => setLanguage('en', localStorage));
  store.stop();
});

it('the channel page names a failing publication, also in the title, with the remedy', async () => {
  const failing = { ...publication(3, 'start'), state: unrestful };
  const { store } = await openScreen([ingest(running), publication(1, 'start'), failing]);
  await pass(1000);
  expect(sentence()).toMatch(/refused the connection\. Publications: 1 of 2 live, 1 failing\./);
  expect(document.title).toBe('Live, 1 problem · Livestream · Sluice');
  const bar = within(screen.getByRole('region', { name: 'State of the channel' }));
  expect(bar.getByRole('link', { name: /^Edit / }).getAttribute('href')).toMatch(
    /\/publication\/.*\/general\?field=address&cause=refused&at=\d+$/,
  );
  // Each action is offered once: the retry in its row, the field in the alert.
  expect(bar.queryByRole('button')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /^Cause: / }));
  const box = within(screen.getByRole('alert'));
  expect(box.getByText(/^Check the address and port/)).toBeTruthy();
  expect(box.queryByText(/^.* refused the connection\.$/)).toBeNull();
  expect(box.queryByRole('link')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /^Try now: / }));
  await pass(0);
  expect(store.core.calls).toContain(`processCommand ${failing.id} start`);
});

it('the channel page blames a missing source, not the publications that wait for it', async () => {
  await openScreen([ingest(failed(9)), down]);
  expect(sentence()).toMatch(
    /^The source refused the connection\. Nothing has been sent since .*\d\. 1 publication waits/,
  );
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  const bar = within(screen.getByRole('region', { name: 'State of the channel' }));
  expect(bar.getByRole('link', { name: 'Edit source' }).getAttribute('href')).toMatch(
    /\/edit\/source\/video\?field=address&cause=refused&at=\d+$/,
  );
});

it('the channel page shows properties of the stream while the channel is live', async () => {
  const { store } = await openScreen([ingest(running)]);
  await pass(1000);
  act(() => {
    store.dispatch(pictureSeen({ blackSince: Date.now() - 9000, frozenSince: null }));
  });
  expect(sentence()).toMatch(/^The video has been black since .*\d\./);
  expect(document.title).toBe('Live, 1 problem · Livestream · Sluice');
});

it('the channel page shows a welcome without a stream, and sends no further request for it', async () => {
  const { store, current } = await openScreen([]);
  expect(screen.getByRole('link', { name: 'Next: Video setup' }).getAttribute('href')).toBe(`#/${current}/edit/wizard`);
  store.core.calls.length = 0;
  await pass(10_000);
  expect(store.core.calls).toEqual(['processes']);
});

it('the channel page shows a stream that was just set up as starting', async () => {
  const all = [ingest(running)];
  const { store } = await openScreen(all, {
    // Never responds for all channels, so only this channel is known.
    processes: ({ filter } = {}) =>
      filter === 'state,metadata' ? new Promise(() => {}) : filter === 'state' ? [] : all,
    processCommand: () => new Promise(() => {}),
  });
  await pass(1000);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome');
  act(() => {
    store.dispatch(ingestStartRequested(CHANNEL));
  });
  expect(screen.getByRole('heading', { level: 1 }).textContent).not.toBe('Welcome');
  store.stop();
});

it('the channel page asks once before a stop, with the number of publications that stop', async () => {
  const { store } = await openScreen([
    ingest(running),
    publication(1, 'start'),
    publication(2, 'stop'),
    publication(3, 'start'),
  ]);
  fireEvent.click(button('Stop stream'));
  const dialog = within(screen.getByRole('alertdialog', { name: 'Stop the stream?' }));
  expect(dialog.getByText(/offline\. 2 publications stop as well\.$/)).toBeTruthy();
  expect(store.core.calls.filter((call) => call.startsWith('processCommand'))).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: 'Stop stream' }));
  await pass(0);
  expect(store.core.calls).toContain(`processCommand ${ingestId(CHANNEL)} stop`);
});

it('the channel page lists recordings separately before a stop, and keeps the question when a phone is rotated', async () => {
  const listeners = new Set<() => void>();
  const view = { matches: false };
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return view.matches;
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }));
  const recording = { ...publication(4, 'start'), id: egressId('recording', CHANNEL.replace(/.$/, '4')) };
  const { store } = await openScreen([ingest(running), publication(1, 'start'), publication(3, 'start'), recording]);
  fireEvent.click(button('Stop stream'));
  const dialog = () => within(screen.getByRole('alertdialog', { name: 'Stop the stream?' }));
  expect(dialog().getByText(/offline\. 2 publications and 1 recording stop as well\.$/)).toBeTruthy();
  view.matches = true;
  act(() => {
    for (const listener of listeners) listener();
  });
  fireEvent.click(dialog().getByRole('button', { name: 'Stop stream' }));
  await pass(0);
  expect(store.core.calls).toContain(`processCommand ${ingestId(CHANNEL)} stop`);
  expect(screen.getByRole('link', { name: 'Edit' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Stop recording' })).toBeTruthy();
});

it.each([
  ['on', running],
  ['off', stopped],
])('the channel page links to the setup of a stream that is %s without changing it', async (_, state) => {
  const { store } = await openScreen([ingest(state)]);
  fireEvent.click(button('More'));
  await pass(0);
  expect(screen.getByRole('menuitem', { name: 'Video setup' }).getAttribute('href')).toBe(`#/${CHANNEL}/edit/wizard`);
  expect(store.core.calls.filter((call) => call.startsWith('processCommand'))).toEqual([]);
});

it('the channel page opens the process report beside the details', async () => {
  const { router } = await openScreen([ingest(failed(9))]);
  fireEvent.click(button('More'));
  await pass(0);
  const entries = screen.getAllByRole('menuitem').map((entry) => entry.getAttribute('href'));
  const [details, report] = [`#/${CHANNEL}?show=details`, `#/${CHANNEL}?show=report`];
  expect(entries.slice(entries.indexOf(details))).toEqual([details, report, expect.anything()]);
  await act(() => router.navigate({ search: '?show=report' }));
  await pass(0);
  expect(screen.getByRole('dialog', { name: 'Debug report' })).toBeTruthy();
});

it('the channel page shows fault, reason, remedy and next retry, without secrets of the source', async () => {
  await openScreen([ingest(failed(9))]);
  expect(sentence()).toContain('The source refused the connection.');
  const alert = screen.getByRole('alert').textContent;
  expect(alert).toContain('Make sure the source is switched on, and check its address and port.');
  // The cause appears only once, at the top.
  expect(alert).not.toContain('The source refused the connection.');
  expect(screen.getByText('Reconnecting in 9 s')).toBeTruthy();
  expect(document.body.textContent).toContain('Connection refused');
  expect(document.body.textContent).not.toContain('s3cret');
});

it('the channel page states that a manual reconnect is required', async () => {
  const { store } = await openScreen([ingest(failed(-1))]);
  expect(screen.getByText('You have to reconnect manually')).toBeTruthy();
  fireEvent.click(button('Reconnect'));
  expect(button('Reconnect').getAttribute('aria-busy')).toBe('true');
  await pass(0);
  expect(store.core.calls).toContain(`processCommand ${ingestId(CHANNEL)} start`);
});

it('the channel page reports after three seconds that no data arrives, with at most two requests per second', async () => {
  let frame = 300;
  const { store } = await openScreen([], {
    processes: () => {
      frame += frame < 325 ? 25 : 0;
      return [ingest({ ...running, progress: { ...running.progress, frame } })];
    },
  });
  await pass(2000);
  expect(sentence()).toMatch(/^Live/);
  await pass(3000);
  expect(sentence()).toMatch(/^No data from the source since/);
  expect(document.title).toBe('Failing · Livestream · Sluice');
  const before = store.core.calls.length;
  await pass(10_000);
  expect(store.core.calls.length - before).toBeLessThanOrEqual(20);
  store.stop();
});

it('the channel page shows a dash instead of zero for an unknown figure', async () => {
  await openScreen([ingest(running)]);
  const figure = screen.getByText(/^Bitrate/).closest('.figure');
  expect(figure?.textContent).toContain('–');
});

it('the channel page shows the age of the state when the core no longer responds', async () => {
  const processes = [ingest(running)];
  let requests = 0;
  await openScreen([], {
    processes: () => {
      requests += 1;
      return requests < 5 ? processes : new Promise(() => {});
    },
  });
  expect(sentence()).toMatch(/^Live/);
  await pass(8000);
  expect(sentence()).toMatch(/What is shown is \d s old/);
  await pass(4000);
  expect(sentence()).toMatch(/What is shown is 1\d s old/);
});

it('the channel page shows process details without secrets at their own address', async () => {
  const { router } = await openScreen(
    [ingest(running)],
    {
      process: () => ({
        ...ingest({ ...running, command: ['-i', 'rtsp://admin:s3cret@camera/1', '-passphrase', 'Gho5t 1'] }),
        report: {
          created_at: 1000,
          prelude: ['ffmpeg version 5.1.9'],
          log: [['1000', "[hls @ 0x1] Opening 'http://admin:Gho5t@localhost/memfs/a_0001.ts' for writing"]],
          history: [
            { created_at: 900, prelude: [], log: [['900', 'rtsp://admin:s3cret@camera/1: Connection refused']] },
          ],
        },
      }),
    },
    '?show=details',
  );
  const dialog = screen.getByRole('dialog', { name: 'Process details' });
  expect(dialog.textContent).toContain('-i rtsp://***@camera/1 -passphrase ***');
  expect(dialog.textContent).toContain('a_0001.ts');
  expect(dialog.textContent).not.toMatch(/s3cret|Gho5t/);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  await pass(1000);
  expect(router.state.location.search).toBe('');
  expect(screen.queryByRole('dialog')).toBeNull();
});
