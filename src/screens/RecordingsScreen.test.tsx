// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Process } from '../api/answers/process.ts';
import { ingestId, METADATA_KEY } from '../api/processIds.ts';
import { sessionStarted } from '../features/gate/session/actions.ts';
import { aCore, CHANNEL } from '../testing/coreAnswers.ts';
import { openStore } from '../testing/openStore.ts';
import { renderAt, settleScreens, setUpScreens } from '../testing/renderScreens.tsx';
import RecordingsScreen from './RecordingsScreen.tsx';

setUpScreens();

const SHOW = 'restreamer-ui:egress:recording:11111111-2222-4333-8444-000000000001';
const [own, orphan] = ['a'.repeat(32), 'b'.repeat(32)];
const stored = (id: string, name: string, output: object[] = []) =>
  Process.parse({
    ...{ id, reference: CHANNEL, config: { id, output } },
    metadata: { [METADATA_KEY]: { version: 1, name, meta: { name } } },
  });

it('the recordings screen lists recordings of all channels, including deleted ones, and deletes after a confirmation', async () => {
  const deleted: string[] = [];
  const file = (token: string, name: string, startedAt: number) => ({
    ...{ name: `/recording_${token}_${startedAt}_${name}`, size_bytes: 2_000_000, last_modified: startedAt + 60 },
  });
  const store = openStore({
    core: aCore({
      processes: () => [
        stored(ingestId(CHANNEL), 'Studio'),
        stored(SHOW, 'Archive', [{ address: `{diskfs}/recording_${own}_%s_x.mp4` }]),
      ],
      diskFiles: () => [file(own, 'show.mp4', 200), file(orphan, 'old.ts', 100)],
      diskDelete: ({ path }) => {
        deleted.push(path);
        return 'Deleted';
      },
    }),
  });
  store.dispatch(sessionStarted());
  await settleScreens(100);
  renderAt(store, { '/recordings': <RecordingsScreen /> }, '/recordings');
  await settleScreens(200);
  const files = (name: string) => within(screen.getByRole('region', { name })).getAllByRole('listitem');
  expect(files('Studio · Archive').map((row) => row.textContent)).toEqual([expect.stringContaining('show.mp4')]);
  const [old] = files('Of a publication that is gone');
  expect(old?.textContent).toContain('old.ts');
  expect(screen.getByRole('link', { name: 'Play show.mp4' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Play old.ts' })).toBeNull();
  const trash = screen.getByRole('button', { name: 'Delete old.ts' });
  trash.focus();
  fireEvent.click(trash);
  expect(deleted).toEqual([]);
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete file' }));
  await settleScreens(100);
  expect(deleted).toEqual([`/recording_${orphan}_100_old.ts`]);
  expect(screen.queryByText('old.ts')).toBeNull();
  await settleScreens(500);
  // The focus moves to a remaining row.
  expect(document.activeElement?.textContent).toContain('show.mp4');
  expect(document.activeElement).not.toBe(document.body);
  store.stop();
});
