// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { egressId, ingestId, METADATA_KEY } from '../../../api/processIds.ts';
import { aCore, CHANNEL } from '../../../testing/coreAnswers.ts';
import { openStore } from '../../../testing/openStore.ts';
import { renderAt, setUpScreens } from '../../../testing/renderScreens.tsx';
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

async function opened(recordings: 'none' | 'off' | 'on') {
  const commands: string[] = [];
  const id = ARCHIVE;
  const recording = {
    ...{ id, reference: CHANNEL, state: recordings === 'on' ? running : stopped },
    config: { id, output: [{ address: `{diskfs}/recording_${TOKEN}_%s_show.mp4` }] },
    metadata: { [METADATA_KEY]: { version: 1, name: 'Archive' } },
  };
  const store = openStore({
    core: aCore({
      sessionsActive: () => ({}),
      memFiles: () => [],
      diskFiles: () =>
        [100, 200].map((begun) => ({
          ...{ name: `/recording_${TOKEN}_${begun}_show.mp4`, size_bytes: begun * 1_000_000, last_modified: begun },
        })),
      processes: () => [
        { id: ingestId(CHANNEL), reference: CHANNEL, state: running },
        ...(recordings === 'none' ? [] : [recording]),
      ],
      processCommand: ({ body }) => {
        commands.push(body.command);
        return 'OK';
      },
    }),
  });
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
  await pass(12_000);
  return { commands, stop: () => store.stop() };
}

it('sets up the first recording', async () => {
  const { stop } = await opened('none');
  const link = screen.getByRole('link', { name: 'Record' });
  expect(link.getAttribute('href')).toBe(`#/${CHANNEL}/publication/recording`);
  stop();
});

it('starts what is there', async () => {
  const { commands, stop } = await opened('off');
  fireEvent.click(screen.getByRole('button', { name: 'Record' }));
  await pass(0);
  expect(commands).toEqual(['start']);
  stop();
});

it('stops what records; the row says REC, the file and its size', async () => {
  const { commands, stop } = await opened('on');
  expect(screen.getByText(/^REC · .* · 200\.0 MB · show\.mp4$/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Stop recording' }));
  await pass(0);
  expect(commands).toEqual(['stop']);
  stop();
});
