// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, expect, it } from 'vitest';
import { egressId, renditionId } from '../../../api/processIds.ts';
import type { Progress } from '../../../media/run/progress.ts';
import { aCore, CHANNEL } from '../../../testing/coreAnswers.ts';
import { openStore } from '../../../testing/openStore.ts';
import { setUpScreens } from '../../../testing/renderScreens.tsx';
import { loadOverlays } from '../../../ui/overlays/useLazyOverlays.ts';
import { resourcesSeen } from '../../shared/resource/slice.ts';
import { channelsFound, statusFetched } from '../channel/slice.ts';
import { CpuUsage } from './CpuUsage.tsx';

setUpScreens();
beforeAll(loadOverlays);

const VENUE = egressId('rtmp', CHANNEL);
const live = (cpu?: number): Progress => ({
  ...{ status: 'connected', order: 'start', seconds: 60, uptimeSeconds: 60, fps: 25, bitrateKbit: null, speed: 1 },
  ...{ q: -1, frames: 1500, drop: 0, dup: 0, ...(cpu === undefined ? {} : { cpu, encodes: true }) },
});
const usage = { used: 0, limit: null, percent: null, warning: false };

function opened(ingest: Progress, egress: Progress, renditions: readonly [string, number][], total: number | null) {
  const store = openStore({ core: aCore() });
  render(
    <Provider store={store}>
      <CpuUsage />
    </Provider>,
  );
  const shared = Object.fromEntries(renditions.map(([name]) => [renditionId(CHANNEL, name), { name }]));
  const answer = {
    ...{ seenAt: 1000, progress: ingest, egresses: { [VENUE]: egress } },
    renditions: Object.fromEntries(
      renditions.map(([name, cpu]) => [renditionId(CHANNEL, name), { progress: live(), cpu }]),
    ),
  };
  act(() => {
    store.dispatch(
      channelsFound({
        chosen: null,
        list: [
          {
            id: CHANNEL,
            name: 'Studio',
            available: true,
            egresses: { [VENUE]: { service: 'rtmp', name: 'Venue‮ A' } },
            renditions: shared,
          },
        ],
      }),
    );
    store.dispatch(statusFetched({ askedAt: 1000, watched: null, answers: { [CHANNEL]: answer } }));
    store.dispatch(
      resourcesSeen({
        ...{ uptimeSeconds: 1, cpu: { ...usage, percent: total, cores: 2 }, memory: usage, memfs: usage },
        ...{ disk: usage, network: usage, sessions: usage, warning: false },
      }),
    );
  });
  fireEvent.click(screen.getByRole('button', { name: 'What uses it' }));
  const rows = screen
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent].join(': '));
  store.stop();
  return rows;
}

it('the CPU usage lists encoding processes by percent, then the remainder', () => {
  expect(opened(live(20), live(41.4), [['720p', 12]], 97)).toEqual([
    'Studio · Venue A: 41%',
    'Studio: 20%',
    'Studio · 720p: 12%',
    'Everything else on this server: 24%',
  ]);
  expect(screen.getByRole('link', { name: 'Studio' }).getAttribute('href')).toBe(`#/${CHANNEL}/edit/source`);
});

it('the CPU usage states that nothing encodes if all streams are copied, and hides an unknown remainder', () => {
  expect(opened(live(), live(0.2), [], 97)).toEqual(['Everything else on this server: 97%']);
  expect(screen.getByText('No channel or publication encodes video here.')).toBeTruthy();
});

it('the CPU usage never shows a negative remainder', () =>
  expect(opened(live(70), live(40), [], 100)).toContain('Everything else on this server: 0%'));
