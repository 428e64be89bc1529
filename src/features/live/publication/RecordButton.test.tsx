// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { CoreError } from '../../../api/error.ts';
import { egressId, ingestId, METADATA_KEY } from '../../../api/processIds.ts';
import { aCore, anAbout, CHANNEL } from '../../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../../testing/fakeCore.ts';
import { openStore, type TestStore } from '../../../testing/openStore.ts';
import { aac, h264 } from '../../../testing/probes.ts';
import { renderAt, setUpScreens } from '../../../testing/renderScreens.tsx';
import { statefulCore } from '../../../testing/statefulCore.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import { channelOpened } from '../channel/slice.ts';
import { PublicationsCard } from './PublicationsCard.tsx';
import { RecordButton } from './RecordButton.tsx';

setUpScreens();

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const ARCHIVE = egressId('recording', '11111111-2222-4333-8444-000000000001');
const TOKEN = 'a'.repeat(32);
const running = { order: 'start', exec: 'running', runtime_seconds: 90, progress: { fps: 25, speed: 1 } };
const stopped = { order: 'stop', exec: 'finished' };

async function show(store: TestStore) {
  store.dispatch(sessionStarted());
  await pass(0);
  store.dispatch(channelOpened(CHANNEL));
  const page = (
    <>
      <RecordButton channel={CHANNEL} />
      <PublicationsCard channel={CHANNEL} />
    </>
  );
  renderAt(store, { '/': page }, '/');
}

async function opened(recordings: 'off' | 'on' | 'begins') {
  const commands: string[] = [];
  let frame = 0;
  const stateOf = () => {
    if (recordings === 'off') return stopped;
    if (recordings === 'on') return running;
    frame += 25;
    return { ...running, runtime_seconds: 5, progress: { fps: 25, speed: 1, frame, time: frame / 25 } };
  };
  const id = ARCHIVE;
  const recording = {
    ...{ id, reference: CHANNEL },
    config: { id, output: [{ address: `{diskfs}/recording_${TOKEN}_%s_show.mp4` }] },
    metadata: { [METADATA_KEY]: { version: 1, name: 'Archive' } },
  };
  const store = openStore({
    core: aCore({
      sessionsActive: () => ({}),
      memFiles: () => [],
      diskFiles: () =>
        [100, 200].map((start) => ({
          ...{ name: `/recording_${TOKEN}_${start}_show.mp4`, size_bytes: start * 1_000_000, last_modified: start },
        })),
      processes: () => [
        { id: ingestId(CHANNEL), reference: CHANNEL, state: running },
        { ...recording, state: stateOf() },
      ],
      processCommand: ({ body }) => {
        commands.push(body.command);
        return 'OK';
      },
    }),
  });
  await show(store);
  await pass(12_000);
  return { commands, stop: () => store.stop() };
}

const streams = [h264, aac].map((stream, i) => ({ ...stream, stream: i }));

async function openedFirst(name: string, answers: FakeAnswers = {}) {
  const metadata = { [METADATA_KEY]: { version: 1, meta: { name }, streams, profiles: [{}] } };
  const core = statefulCore({ [ingestId(CHANNEL)]: { state: running, metadata } }, { answers });
  const store = openStore({ core: core.answers });
  await show(store);
  await pass(3000);
  const press = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Record' }));
    await act(() => vi.dynamicImportSettled());
    await pass(3000);
  };
  const recordings = () => [...core.held].filter(([id]) => id.includes(':recording:'));
  return { core, store, press, recordings };
}

it.each([
  ['Main stage', 'Main stage'],
  ['AC/DC: 100% <live>', 'AC DC 100 live'],
  ['{memfs}', 'memfs'],
  ['  ', 'Recording'],
  ['🎤'.repeat(300), '🎤'.repeat(40)],
])('one press sets up and starts the recording of a channel named %.20s', async (name, file) => {
  const { press, recordings, store } = await openedFirst(name);
  await press();
  expect(
    recordings().map(([, { config, state }]) => [
      config?.output?.[0]?.address?.replace(/_[0-9a-f]{32}_/, '_…_'),
      state,
    ]),
  ).toEqual([[`{diskfs}/recording_…_%s_${file} %Y-%m-%d %H.%M.mp4`, expect.objectContaining({ order: 'start' })]]);
  store.stop();
});

it('a second press during the setup creates no second recording', async () => {
  const { press, recordings, store } = await openedFirst('Main stage');
  fireEvent.click(screen.getByRole('button', { name: 'Record' }));
  await press();
  expect(recordings()).toHaveLength(1);
  store.stop();
});

it('a rejected recording shows a notice, leaves nothing behind, and can be retried', async () => {
  const refused: FakeAnswers = {
    processAdd: () => {
      throw new CoreError(400, 'No space left');
    },
  };
  const { press, recordings, store } = await openedFirst('Main stage', refused);
  await press();
  expect(store.getState().notice.shown.map(({ text }) => text)).toEqual([
    'Failed to create publication service ({{0}})',
  ]);
  expect(recordings()).toEqual([]);
  expect(screen.getByRole('button', { name: 'Record' }).getAttribute('aria-busy')).not.toBe('true');
  store.stop();
});

it('a stopped recording links to its files and can be started again', async () => {
  const { commands, stop } = await opened('off');
  expect(screen.getByRole('link', { name: 'Recordings' }).getAttribute('href')).toMatch(/\?show=files$/);
  fireEvent.click(screen.getByRole('button', { name: 'Record' }));
  await pass(0);
  expect(commands).toEqual(['start']);
  stop();
});

it('a recording that starts is not called "sending"', async () => {
  const { stop } = await opened('begins');
  expect(screen.getByText(/^REC · 00:\d\d/)).toBeTruthy();
  stop();
});

it('the button is disabled while the core is unreachable', async () => {
  const core = { away: false };
  const { store } = await openedFirst('Main stage', {
    about() {
      if (core.away) throw new CoreError(-1, 'fetch failed');
      return anAbout();
    },
  });
  core.away = true;
  store.core.tell({ type: 'network', severity: 'error', message: 'fetch failed' });
  await pass(2000);
  const record = screen.getByRole<HTMLButtonElement>('button', { name: 'Record' });
  expect([record.disabled, record.title]).toEqual([true, 'The core is not responding.']);
  store.stop();
});

it('a press stops the recording; its row shows REC, the file and its size', async () => {
  const { commands, stop } = await opened('on');
  expect(screen.getByText(/^REC · .* · 200\.0 MB · show\.mp4$/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Stop recording' }));
  await pass(0);
  expect(commands).toEqual(['stop']);
  stop();
});

it('the row of a restarted recording names the new file, never the previous one', async () => {
  const files = new Map([[100, 'first.mp4']]);
  const record = { config: { output: [{ address: `{diskfs}/recording_${TOKEN}_%s_show.mp4` }] } };
  const core = statefulCore(
    { [ingestId(CHANNEL)]: { state: running }, [ARCHIVE]: { ...record, state: running } },
    {
      answers: {
        diskFiles: () =>
          [...files].map(([start, name]) => ({
            ...{ name: `/recording_${TOKEN}_${start}_${name}`, size_bytes: 5_000_000, last_modified: start + 60 },
          })),
      },
    },
  );
  const store = openStore({ core: core.answers });
  store.dispatch(sessionStarted());
  await pass(0);
  store.dispatch(channelOpened(CHANNEL));
  renderAt(store, { '/': <PublicationsCard channel={CHANNEL} /> }, '/');
  await pass(12_000);
  const row = () => screen.getByRole('listitem').textContent;
  const run = async (state: object, ms: number) => {
    const archive = core.held.get(ARCHIVE);
    if (archive) core.held.set(ARCHIVE, { ...archive, state });
    await pass(ms);
  };
  expect(row()).toContain('first.mp4');
  await run(stopped, 3000);
  expect(row()).not.toContain('first.mp4');
  await run({ ...running, runtime_seconds: 20 }, 4000);
  expect(row()).toContain('REC');
  expect(row()).not.toContain('first.mp4');
  files.set(200, 'second.mp4');
  await pass(4000);
  expect(row()).toContain('second.mp4');
  store.stop();
});
