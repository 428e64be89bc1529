// @vitest-environment jsdom
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { expect, it, vi } from 'vitest';
import { egressId } from '../../../api/processIds.ts';
import { type Event, noHistory } from '../../../media/timeline/event.ts';
import { CHANNEL } from '../../../testing/coreAnswers.ts';
import { openStore } from '../../../testing/openStore.ts';
import { setUpScreens } from '../../../testing/renderScreens.tsx';
import { HealthBar } from './HealthBar.tsx';
import { barsKnown, historyKnown, titleKey, titlesRead } from './slice.ts';
import { Timeline } from './Timeline.tsx';

setUpScreens();

const VENUE = egressId('rtmp', CHANNEL);
const at = (s: number) => 1_000_000 + s * 1000;
const state = { kind: 'state', told: 'seen', over: true, cause: null } as const;

function shown(events: readonly Event[]) {
  const store = openStore();
  render(
    <Provider store={store}>
      <Timeline channel={CHANNEL} />
      <HealthBar of={VENUE} name="Venue B" />
    </Provider>,
  );
  const history = { ...noHistory, events, names: { [VENUE]: 'Venue B' } };
  act(() => {
    store.dispatch(historyKnown({ channel: CHANNEL, history }));
    store.dispatch(titlesRead({ [titleKey('key-refused', VENUE)]: '{{name}} refused the stream key.' }));
  });
  const rows = () =>
    screen.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/\d\d:\d\d:\d\d/g, '…'));
  return { store, rows };
}

const events: Event[] = [
  { kind: 'deed', of: 'source', act: 'start', by: 'here', at: at(-900) },
  { ...state, of: VENUE, status: 'failing', at: at(-500), until: at(-432), cause: 'key-refused' },
  { ...state, of: VENUE, status: 'waiting', at: at(-300), until: at(-260) },
  { ...state, of: 'source', status: 'away', at: at(-300), until: at(-260) },
  { kind: 'deed', of: VENUE, act: 'stop', by: 'elsewhere', at: at(-100) },
];

it('the timeline shows the last three events, then all, newest first', () => {
  const { store, rows } = shown(events);
  const last = [
    '…●Venue B stopped · Not in this interface.',
    '…●No data from the source · 40 s · until … · 1 publication waited.Process details',
    '…●Venue B refused the stream key · 1 min 8 s · until …',
  ];
  expect(rows()).toEqual(last);
  const all = screen.getByRole('button', { name: 'Show all' });
  expect(all.getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(all);
  expect(rows()).toEqual([...last, '…●Stream started']);
  store.stop();
});

it('the timeline folds an action and its effects into one line, which opens by keyboard', () => {
  const { store } = shown([
    { kind: 'deed', of: 'source', act: 'start', by: 'here', at: at(-90_000) },
    { kind: 'deed', of: VENUE, act: 'save', by: 'here', at: at(-905) },
    { kind: 'deed', of: VENUE, act: 'start', by: 'here', at: at(-900) },
    { ...state, of: VENUE, status: 'failing', at: at(-890), until: at(-432), cause: 'key-refused' },
  ]);
  const summary = screen.getByText('2 more').closest('summary');
  expect(summary?.textContent).toMatch(/Venue B refused the stream key · 7 min 38 s · until/);
  const folded = within(summary?.parentElement ?? document.body).getAllByRole('listitem');
  expect(folded.map(({ textContent }) => textContent?.replace(/^\S+●/, ''))).toEqual([
    'Venue B saved',
    'Venue B started',
  ]);
  const [day] = screen.getAllByRole('heading', { level: 3 });
  expect(day?.textContent).toMatch(/^\w+, /);
  expect(screen.getByRole('list', { name: day?.textContent ?? '' }).textContent).toMatch(/Stream started/);
  store.stop();
});

it('the timeline exports all events as a file, and clears them after a confirmation', async () => {
  const files: Blob[] = [];
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (file: Blob) => files.push(file), revokeObjectURL() {} }));
  const { store } = shown(events);
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
  fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  expect(await files[0]?.text()).toMatch(/,68,publication,Venue B,failing,key-refused,seen/);
  const cleared = vi.spyOn(store, 'dispatch');
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Clear timeline' }));
  expect(cleared.mock.calls.map(([{ type }]) => type)).toContain('timeline/timelineCleared');
  store.stop();
});

it('the health bar has a text alternative once something is known', () => {
  const { store } = shown([]);
  expect(screen.queryByRole('img')).toBeNull();
  act(() => {
    store.dispatch(barsKnown({ [VENUE]: `${'-'.repeat(10)}${'g'.repeat(12)}aaarrrrrr`.slice(0, 30) }));
  });
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe(
    'Venue B, last 5 minutes: failing 50 s, impaired 30 s, healthy 2 min, not known 1 min 40 s',
  );
  store.stop();
});
