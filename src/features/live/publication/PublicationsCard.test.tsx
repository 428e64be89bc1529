// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CoreError } from '../../../api/error.ts';
import { egressId, ingestId, METADATA_KEY } from '../../../api/processIds.ts';
import { aCore, anAbout, CHANNEL } from '../../../testing/coreAnswers.ts';
import { openStore } from '../../../testing/openStore.ts';
import { renderAt, setUpScreens } from '../../../testing/renderScreens.tsx';
import { sessionStarted } from '../../gate/session/actions.ts';
import { channelOpened } from '../channel/slice.ts';
import { PublicationsCard } from './PublicationsCard.tsx';
import { landed } from './slice.ts';

setUpScreens();

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const running = (seconds: number) => ({
  order: 'start',
  exec: 'running',
  runtime_seconds: seconds,
  progress: { fps: 25, speed: 1, bitrate_kbit: 4100 },
});
const stopped = { order: 'stop', exec: 'finished' };
const failed = {
  order: 'start',
  exec: 'failed',
  reconnect_seconds: 4,
  last_logline: 'rtmp://h/a/s3cret: Connection refused',
};

const idOf = (n: number) => egressId('rtmp', `11111111-2222-4333-8444-${String(n).padStart(12, '0')}`);

async function opened(
  states: object[],
  isTold = true,
  core = { away: false },
  groups: readonly string[] = [],
  first: object = {},
  stored: object = {},
) {
  const there = () => {
    if (core.away) throw new CoreError(-1, 'fetch failed');
  };
  const current = [...states];
  const commands: string[] = [];
  const processes = () => [
    { id: ingestId(CHANNEL), reference: CHANNEL, state: running(90) },
    ...current.map((state, n) => ({
      id: idOf(n),
      reference: CHANNEL,
      state,
      metadata: {
        [METADATA_KEY]: {
          version: 1,
          name: `Venue ${n}`,
          control: { turn: { group: groups[n] ?? '' }, ...(n === 0 && first) },
          ...stored,
        },
      },
    })),
  ];
  const store = openStore({
    core: aCore({
      about: () => {
        there();
        return anAbout();
      },
      sessionsActive: () => ({}),
      memFiles: () => [],
      processes: (query) => {
        there();
        return query?.reference === undefined || isTold ? processes() : new Promise(() => {});
      },
      processCommand: ({ id, body }) => {
        commands.push(`${id.at(-1)} ${body.command}`);
        return 'OK';
      },
    }),
  });
  store.dispatch(sessionStarted());
  await pass(0);
  store.dispatch(channelOpened(CHANNEL));
  const router = renderAt(store, { '/': <PublicationsCard channel={CHANNEL} /> }, '/');
  await pass(0);
  return { store, current, commands, router };
}

const openMenu = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Actions for all publications' }));
  await pass(50);
};
const entry = (name: string) => screen.getByRole('menuitem', { name });
const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent?.replaceAll('\u00a0', ' '));

it('invites to add a publication while there is none', async () => {
  await opened([]);
  expect(screen.getByText('No publications yet')).toBeTruthy();
  expect(screen.getAllByRole('link', { name: 'Add publication' })).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Actions for all publications' })).toBeNull();
});

it.each([
  ['stopped', stopped, 'Enter its key or password first', 'Edit'],
  ['running', failed, 'Refused · again in 4 s', 'Cause'],
])('asks for a missing key while it is %s', async (_, state, words, way) => {
  await opened([state], true, undefined, [], {}, { settings: { address: '' }, missingSecrets: { address: '' } });
  expect(rows()).toEqual([`Venue 0${words}${way}`]);
});

it('disables the switches until the state is known', async () => {
  const { commands } = await opened([running(75)], false);
  // A text would flash on each visit.
  expect(rows()).toEqual(['Venue 0 ']);
  const knob = screen.getByRole('switch', { name: 'Venue 0' });
  expect(knob.getAttribute('aria-busy')).toBe('true');
  fireEvent.click(knob);
  await pass(0);
  expect(commands).toEqual([]);
});

it('names the failing publications at the top, and keeps the order of the rows', async () => {
  await opened([stopped, running(75), failed]);
  expect(rows()).toEqual(['Venue 0Stopped', 'Venue 1Live · 01:15 · 4.1 Mbit/s', 'Venue 2Refused · again in 4 sCause']);
  expect(screen.getByText('1 of 2 live, 1 failing, 1 off')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try now: Venue 2' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  const cause = screen.getByRole('button', { name: 'Cause: Venue 2' });
  fireEvent.click(cause);
  expect(cause.getAttribute('aria-expanded')).toBe('true');
  const row = within(screen.getAllByRole('listitem')[2] ?? document.body);
  expect(row.getByRole('alert').textContent).toContain('Venue 2 refused the connection.');
  expect(document.body.textContent).not.toContain('s3cret');
  expect(row.getByRole('link', { name: 'Go to the field' }).getAttribute('href')).toContain('/publication/rtmp/');
  fireEvent.click(cause);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('does not show states from before a connection loss as current', async () => {
  const core = { away: false };
  const { store } = await opened([running(75), stopped], true, core);
  expect(screen.getByText('1 of 1 live, 1 off')).toBeTruthy();
  core.away = true;
  store.core.tell({ type: 'network', severity: 'error', message: 'fetch failed' });
  await pass(2000);
  expect(screen.getByText('State unknown')).toBeTruthy();
  for (const row of rows()) expect(row).toMatch(/Venue .State unknown since \d/);
  expect(screen.getByRole('switch', { name: 'Venue 0' }).getAttribute('aria-busy')).toBe('true');
  await openMenu();
  expect(entry('Stop all').getAttribute('aria-disabled')).toBe('true');
  core.away = false;
  await pass(4000);
  expect(screen.getByText('1 of 1 live, 1 off')).toBeTruthy();
});

it.each(['Try now: Venue 0', 'Cause: Venue 0'])(
  'moves the focus to the switch of a row once its button disappears: %s',
  async (name) => {
    const { current } = await opened([failed, running(75)]);
    await pass(3000);
    screen.getByRole('button', { name }).focus();
    current[0] = running(90);
    await pass(20_000);
    expect(screen.queryByRole('button', { name })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('switch', { name: 'Venue 0' }));
  },
);

it('sends a switch command and shows the requested state', async () => {
  const { commands } = await opened([stopped]);
  const control = screen.getByRole('switch', { name: 'Venue 0' });
  expect(control.getAttribute('aria-checked')).toBe('false');
  fireEvent.click(control);
  expect(control.getAttribute('aria-checked')).toBe('true');
  expect(control.getAttribute('aria-busy')).toBe('true');
  await pass(0);
  expect(commands).toEqual(['0 start']);
  expect(control.getAttribute('aria-checked')).toBe('false');
});

it('confirms before it stops all publications', async () => {
  const { commands } = await opened([running(20), stopped]);
  await openMenu();
  fireEvent.click(entry('Stop all'));
  expect(screen.getByRole('alertdialog').textContent).toContain('1 publication will stop.');
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Stop all' }));
  await pass(0);
  expect(commands).toEqual(['0 stop']);
});

it.each([
  [7, false],
  [8, true],
])('with %d rows shows a filter: %s', async (count, filter) => {
  await opened(Array(count).fill(stopped));
  expect(screen.queryByRole('searchbox') !== null).toBe(filter);
});

it('filters the rows by name', async () => {
  await opened(Array(9).fill(stopped));
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'venue 5' } });
  expect(rows()).toEqual(['Venue 5Stopped']);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nothing' } });
  expect(screen.getByText('No matching publications.')).toBeTruthy();
});

it('renders only the row that changed', async () => {
  const { current } = await opened(Array(50).fill(stopped));
  const changed = new Set<string>();
  const watcher = new MutationObserver((records) => {
    for (const { target } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      changed.add(element?.closest('li')?.textContent ?? 'outside');
    }
  });
  watcher.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  await pass(5_000);
  expect([...changed]).toEqual([]);
  current[7] = { ...running(3), progress: { fps: 0 } };
  await pass(1_000);
  expect([...changed].filter((row) => row !== 'outside')).toEqual(['Venue 7Connecting …']);
  watcher.disconnect();
});

describe('a long list', () => {
  let report: (visible: (row: Element) => boolean) => Promise<void>;
  beforeEach(() => {
    const observers = new Set<{ tell: IntersectionObserverCallback; rows: Set<Element> }>();
    class FakeObserver {
      readonly own;
      constructor(tell: IntersectionObserverCallback) {
        this.own = { tell, rows: new Set<Element>() };
        observers.add(this.own);
      }
      observe(row: Element) {
        this.own.rows.add(row);
      }
      disconnect() {
        observers.delete(this.own);
      }
    }
    vi.stubGlobal('IntersectionObserver', FakeObserver);
    report = async (visible) => {
      // The rows that become visible are observed in turn.
      for (let turn = 0; turn < 3; turn++) {
        await act(async () => {
          for (const { tell, rows: observed } of observers) {
            const changes = [...observed].map((target) => ({ target, isIntersecting: visible(target) }));
            Reflect.apply(tell, null, [changes]);
          }
        });
      }
    };
  });
  afterEach(() => vi.unstubAllGlobals());

  const positionOf = (row: Element) => Number(row.closest('[aria-posinset]')?.getAttribute('aria-posinset'));
  const withSwitch = () => screen.getAllByRole('switch').map(positionOf);
  const positions = (from: number, to: number) => (row: Element) => positionOf(row) >= from && positionOf(row) <= to;

  it.each([
    [20, 260],
    [50, 280],
    [300, 330],
  ])('renders %i rows with few elements', async (count, most) => {
    await opened(Array(count).fill(running(20)));
    await report(positions(1, 9));
    expect(document.querySelectorAll('section *').length).toBeLessThan(most);
  });

  it('names each publication once, with its place in the list', async () => {
    await opened(Array(60).fill(stopped));
    const text = screen.getByRole('list').textContent ?? '';
    for (let n = 0; n < 60; n++) expect(text.match(new RegExp(`Venue ${n}(?!\\d)`, 'g'))).toHaveLength(1);
    const items = screen.getAllByRole('listitem');
    expect(items.map((item) => item.getAttribute('aria-posinset'))).toContain('60');
    expect(new Set(items.map((item) => item.getAttribute('aria-setsize')))).toEqual(new Set(['60']));
  });

  it('renders the rows that scroll into view, and both ends of the list', async () => {
    await opened(Array(60).fill(stopped));
    await report(positions(31, 37));
    const between = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);
    expect(withSwitch()).toEqual([...between(1, 10), ...between(31, 40), ...between(56, 60)]);
  });

  it('renders the rows around the focus, so that Tab reaches every row', async () => {
    await opened(Array(60).fill(stopped));
    await report(() => false);
    for (let position = 1; position <= 60; position++) {
      act(() =>
        screen
          .getAllByRole('switch')
          .find((one) => positionOf(one) === position)
          ?.focus(),
      );
      expect(withSwitch()).toContain(Math.min(position + 1, 60));
      expect(withSwitch()).toContain(Math.max(position - 1, 1));
    }
  });

  it('keeps the opened cause of a failure while its row is out of view', async () => {
    await opened(Array.from({ length: 60 }, (_, n) => (n === 38 ? failed : stopped)));
    await report(positions(31, 35));
    const cause = screen.getByRole('button', { name: 'Cause: Venue 38' });
    fireEvent.click(cause);
    await report(positions(1, 5));
    expect(withSwitch()).toContain(33);
    expect(screen.getByRole('alert').closest('[aria-posinset="33"]')).not.toBeNull();
    fireEvent.click(cause);
    await report(positions(1, 5));
    expect(withSwitch()).not.toContain(33);
  });

  it('keeps the focus in its row when another operator makes a short list long', async () => {
    const { current } = await opened(Array(20).fill(stopped));
    const row = screen.getByRole('switch', { name: 'Venue 17' });
    act(() => row.focus());
    current.push(stopped);
    await pass(60_000);
    await report(() => false);
    expect(screen.getByRole('list').querySelectorAll('.row-far').length).toBeGreaterThan(0);
    expect(document.activeElement).toBe(row);
  });

  it('renders a publication that was just saved, wherever it is', async () => {
    const { store } = await opened(Array(60).fill(stopped));
    Element.prototype.scrollIntoView = () => {};
    await report(() => false);
    expect(screen.queryByRole('switch', { name: 'Venue 42' })).toBeNull();
    act(() => void store.dispatch(landed(idOf(42))));
    expect(document.activeElement?.textContent).toContain('Venue 42');
  });
});

it('confirms before it deletes a publication from its menu', async () => {
  await opened([stopped]);
  fireEvent.click(screen.getByRole('button', { name: 'Actions for Venue 0' }));
  expect(screen.getAllByRole('menuitem').map((entry) => entry.textContent)).toEqual([
    'Edit',
    'Details',
    'Duplicate',
    'Delete',
  ]);
  fireEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
  expect(screen.getByRole('alertdialog', { name: 'Delete the publication "Venue 0"?' })).toBeTruthy();
});

it('opens the details of a publication at their address', async () => {
  const { router } = await opened([stopped]);
  fireEvent.click(screen.getByRole('button', { name: 'Actions for Venue 0' }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Details' }));
  expect(new URLSearchParams(router.state.location.search).get('of')).toBe(idOf(0));
});

const evening = async () => opened([stopped, stopped, running(75)], true, undefined, ['Evening', '', 'Evening']);

it('starts a group from the menu, and confirms before stopping it, without touching other publications', async () => {
  const { commands } = await evening();
  const choose = async (name: string) => {
    await openMenu();
    fireEvent.click(entry('Groups'));
    fireEvent.click(entry(name));
    await pass(500);
  };
  await choose('Start Evening');
  expect(commands).toEqual(['0 start']);
  await choose('Stop Evening');
  expect(commands).toEqual(['0 start']);
  fireEvent.click(screen.getByRole('button', { name: 'Stop Evening' }));
  await pass(500);
  expect(commands.slice(1)).toContain('2 stop');
  expect(commands.filter((command) => command.startsWith('1'))).toEqual([]);
});

it('shows a group as a heading whose switch starts the rest, and stops the group once all are on', async () => {
  const { commands, current } = await evening();
  expect(rows()).toEqual([
    'Venue 1Stopped',
    'Evening 1 of 1 live, 1 off',
    'Venue 0Stopped',
    'Venue 2Live · 01:15 · 4.1 Mbit/s',
  ]);
  const group = () => screen.getByRole('switch', { name: 'Group Evening' });
  expect(group().getAttribute('aria-checked')).toBe('false');
  fireEvent.click(group());
  await pass(500);
  expect(commands).toEqual(['0 start']);
  current[0] = running(20);
  await pass(2000);
  expect(group().getAttribute('aria-checked')).toBe('true');
  fireEvent.click(group());
  expect(commands).toEqual(['0 start']);
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Stop Evening' }));
  await pass(500);
  expect(commands.slice(1).toSorted()).toEqual(['0 stop', '2 stop']);
});

it('shows no heading and no menu entry for a group of one', async () => {
  await opened([stopped, stopped], true, undefined, ['Evening', '']);
  expect(rows()).toEqual(['Venue 0Stopped', 'Venue 1Stopped']);
  await openMenu();
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).not.toContain('Groups');
});

it('shows no groups if there are none, and links to renditions and to the check', async () => {
  await opened([stopped]);
  await openMenu();
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Start all',
    'Stop all',
    'Renditions',
    'Check before going live',
  ]);
  expect(entry('Renditions').getAttribute('href')).toBe(`#/${CHANNEL}/renditions`);
});

const twoOutputs = (first: object, second: object | null) =>
  opened(second === null ? [first] : [first, second], true, undefined, [], { backup: idOf(1).split(':').at(-1) });

it('shows both outputs in one row, each with its own state and retry', async () => {
  const { commands, current } = await twoOutputs(running(61), failed);
  expect(screen.getAllByRole('switch')).toHaveLength(1);
  expect(rows()).toHaveLength(1);
  expect(rows()[0]).toMatch(/Primary · Live.*Backup · .*in 4\s?s/);
  fireEvent.click(screen.getByRole('button', { name: 'Try now: Venue 0 (Backup)' }));
  await pass(0);
  expect(commands).toEqual(['1 stop', '1 start']);
  expect(screen.queryByRole('button', { name: 'Try now: Venue 0 (Primary)' })).toBeNull();

  commands.length = 0;
  current[1] = running(61);
  await pass(2000);
  fireEvent.click(screen.getByRole('switch'));
  await pass(0);
  expect(commands).toEqual(['0 stop', '1 stop']);
});

it('counts a publication with two outputs once', async () => {
  await twoOutputs(running(61), running(61));
  expect(screen.getByRole('region', { name: 'Publications' }).textContent).toContain('1 of 1 live');
});

it('offers no group that contains only a backup process', async () => {
  await opened([running(61), running(61)], true, undefined, ['', 'Ghost'], { backup: idOf(1).split(':').at(-1) });
  await openMenu();
  const entries = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
  expect(entries).toContain('Start all');
  expect(entries).not.toContain('Groups');
});

it('reports a missing backup process and how to restore it', async () => {
  await twoOutputs(running(61), null);
  expect(rows()[0]).toContain('Backup · missing: save the publication to restore it');
});

it('offers a look at what viewers see only for a publication that is on and has an address for it', async () => {
  const looks = async (...[states, control]: [object[], object]) => {
    const { store } = await opened(states, true, undefined, [], control);
    const [row] = screen.getAllByRole('listitem');
    fireEvent.click(within(row ?? document.body).getByRole('button', { name: 'Actions for Venue 0' }));
    await pass(50);
    return { store, offered: screen.queryByRole('menuitem', { name: 'Look at what viewers see' }) };
  };
  const watched = { playback: 'http://platform.example/a.m3u8' };
  const { store, offered } = await looks([running(61)], watched);
  fireEvent.click(offered ?? document.body);
  await pass(50);
  expect(store.getState().notice.shown).toMatchObject([{ text: 'The agent cannot look at what viewers see ({{0}})' }]);
  for (const args of [[[running(61)], {}] as const, [[stopped], watched] as const]) {
    cleanup();
    expect((await looks([...args[0]], args[1])).offered).toBeNull();
  }
});
