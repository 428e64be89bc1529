// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ingestId, METADATA_KEY } from '../api/processIds.ts';
import { agentScreens } from '../features/agentScreens/index.ts';
import { sessionStarted } from '../features/gate/session/actions.ts';
import { NextChangePlace } from '../features/live/nextChange/NextChangePlace.tsx';
import { pageNow } from '../media/run/pageClock.ts';
import type { ScheduleRule } from '../media/schedule/scheduleRule.ts';
import { aCore, anAbout, CHANNEL } from '../testing/coreAnswers.ts';
import { fakeAgent } from '../testing/fakeAgent.ts';
import { openStore, type TestStore } from '../testing/openStore.ts';
import { renderAt, settleScreens, setUpScreens } from '../testing/renderScreens.tsx';
import ScheduleScreen from './ScheduleScreen.tsx';

setUpScreens();

const HOUR_MS = 3_600_000;
const TUESDAY = Date.parse('2026-12-01T09:20:00Z');

/** Advances the timers, because the page ignores a clock that jumps by more than a day. */
function passToTuesday() {
  const weeks = Math.max(0, Math.ceil((pageNow() + HOUR_MS - TUESDAY) / (7 * 24 * HOUR_MS)));
  const to = TUESDAY + weeks * 7 * 24 * HOUR_MS;
  vi.advanceTimersByTime(to - pageNow());
  vi.setSystemTime(to);
}

let store: TestStore;
let agent: ReturnType<typeof fakeAgent>;
beforeEach(() => {
  passToTuesday();
  agent = fakeAgent();
  // jsdom lacks this method.
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(() => {
  store.stop();
  vi.unstubAllGlobals();
});

async function openAt(path: string) {
  const process = { id: ingestId(CHANNEL), reference: CHANNEL, type: 'ffmpeg', created_at: 0, updated_at: 0 };
  const metadata = { [METADATA_KEY]: { version: 1, meta: { name: 'Studio' } } };
  const state = { order: 'stop', exec: 'finished', runtime_seconds: 1, reconnect_seconds: -1, last_logline: '' };
  store = openStore({
    core: aCore({
      about: () => anAbout({ extensions: ['agent'] }),
      processes: () => [{ ...process, metadata, state }],
    }),
  });
  store.open([agentScreens]);
  store.dispatch(sessionStarted());
  await settleScreens(100);
  const router = renderAt(store, { '/schedule/:id?': <ScheduleScreen /> }, path);
  await settleScreens(300);
  return router;
}

const press = async (name: string | RegExp, inside: HTMLElement = document.body) => {
  fireEvent.click(within(inside).getByRole('button', { name }));
  await settleScreens(200);
};
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const saves = () => agent.calls.filter(({ call }) => call === 'PUT /schedules').length;
const shownRules = () =>
  within(screen.getByRole('list', { name: 'Rules' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);

const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const aRule = (changes: Partial<ScheduleRule> = {}) => {
  const { timing, subject, ...rule }: ScheduleRule = {
    ...{ id: 'rule', name: 'Service', isEnabled: true, zone, want: 'on', imageMinutes: 0, since: 0 },
    timing: { type: 'weekly', days: [7], from: '09:55', to: '11:30' },
    subject: { type: 'channel', id: CHANNEL, withPublications: true },
    ...changes,
  };
  return {
    ...rule,
    timing: timing.type === 'weekly' ? { ...timing, days: [...timing.days] } : { ...timing },
    subject: { ...subject },
  };
};

describe('the first schedule rule', () => {
  it('is created from an empty screen and listed as a sentence with its next run', async () => {
    const router = await openAt('/schedule');
    expect(screen.getByText('No rules yet')).toBeTruthy();
    await router.navigate('/schedule/new');
    await settleScreens(200);
    type('Begin (required)', '20:00');
    type('End', '22:00');
    expect(screen.getByText('Every Tuesday 20:00–22:00: Studio and its publications, on')).toBeTruthy();
    await press('Save');
    expect(agent.schedule.rules).toMatchObject([
      {
        ...{ want: 'on', zone, isEnabled: true, imageMinutes: 0 },
        timing: { type: 'weekly', days: [2], from: '20:00', to: '22:00' },
        subject: { type: 'channel', id: CHANNEL, withPublications: true },
      },
    ]);
    expect(store.visited).toEqual(['/schedule']);
    expect(store.getState().nextChange.isScheduled).toBe(true);
    await router.navigate('/schedule');
    await settleScreens(200);
    expect(shownRules()).toEqual([expect.stringContaining('Starts today 20:00')]);
  });

  it('with a fault is not sent, and marked at its control', async () => {
    await openAt('/schedule/new');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Tuesday' }));
    type('Time zone', 'Europe/Nowhere');
    await press('Save');
    expect(screen.getByLabelText('Time zone').getAttribute('aria-invalid')).toBe('true');
    expect(saves()).toBe(0);
  });

  it('rejected by the agent keeps the input, with the fault at its control', async () => {
    await openAt('/schedule/new');
    type('Name', 'Mine');
    agent.refuse('PUT /schedules', {
      ...{ status: 422, detail: 'Refused' },
      faults: [{ field: 'settings.rules.0.timing.from', text: 'Enter a time from 00:00 to 23:59.' }],
    });
    await press('Save');
    expect(screen.getByLabelText('Begin (required)').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Mine');
    expect(store.visited).toEqual([]);
  });
});

describe('a stored schedule rule', () => {
  beforeEach(() => agent.changeRules([aRule()]));

  it('changed by another operator shows both versions and writes nothing before a decision', async () => {
    await openAt('/schedule/rule');
    type('Name', 'Mine');
    agent.overtake = () => agent.changeRules([aRule({ name: 'Theirs' })]);
    await press('Save');
    expect(agent.schedule.rules).toMatchObject([{ name: 'Theirs' }]);
    const dialog = screen.getByRole('alertdialog', { name: 'Changed elsewhere' });
    expect(dialog.textContent).toContain('Theirs: Theirs');
    expect(dialog.textContent).toContain('Yours: Mine');
    await press('Keep mine', dialog);
    expect(agent.schedule.rules).toMatchObject([{ name: 'Mine' }]);
    expect(store.visited).toEqual(['/schedule']);
  });

  it('deleted by another operator is reported and not created again', async () => {
    await openAt('/schedule/rule');
    type('Name', 'Mine');
    agent.overtake = () => agent.changeRules([]);
    await press('Save');
    expect(screen.getByRole('alertdialog', { name: 'Deleted elsewhere' })).toBeTruthy();
    expect(agent.schedule.rules).toEqual([]);
  });

  it('is saved without losing another rule that is changed meanwhile', async () => {
    agent.changeRules([aRule(), aRule({ id: 'other', name: 'Other' })]);
    await openAt('/schedule/rule');
    type('Name', 'Mine');
    agent.overtake = () => agent.changeRules([aRule(), aRule({ id: 'other', name: 'Theirs' }), aRule({ id: 'third' })]);
    await press('Save');
    expect(saves()).toBe(2);
    expect(agent.schedule.rules.map(({ id, name }) => [id, name])).toEqual([
      ['rule', 'Mine'],
      ['other', 'Theirs'],
      ['third', 'Service'],
    ]);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(store.visited).toEqual(['/schedule']);
  });

  it('is toggled in the list, even during a save by another operator', async () => {
    await openAt('/schedule');
    agent.overtake = () => agent.changeRules([aRule(), aRule({ id: 'other', name: 'Theirs' })]);
    fireEvent.click(screen.getByRole('switch', { name: /^Carry out: Every Sunday/ }));
    await settleScreens(300);
    expect(agent.schedule.rules).toMatchObject([{ isEnabled: false }, { id: 'other', isEnabled: true }]);
    expect(shownRules()[0]).toContain('Switched off');
  });

  it('updates the next change of each channel as soon as it is saved', async () => {
    await openAt('/schedule');
    const requests = () => agent.calls.filter(({ call }) => call === 'GET /schedules/next').length;
    const before = requests();
    fireEvent.click(screen.getByRole('switch', { name: /^Carry out: Every Sunday/ }));
    await settleScreens(300);
    expect(requests()).toBe(before + 1);
  });

  it('is deleted after a confirmation', async () => {
    await openAt('/schedule');
    await press(/^More: Every Sunday/);
    fireEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
    await settleScreens(200);
    expect(saves()).toBe(0);
    await press('Delete rule');
    expect(agent.schedule.rules).toEqual([]);
    expect(screen.getByText('No rules yet')).toBeTruthy();
    expect(store.getState().nextChange.isScheduled).toBe(false);
  });

  it('stays if it cannot be deleted, with a notice', async () => {
    await openAt('/schedule');
    agent.refuse('PUT /schedules', {
      status: 503,
      detail: 'The core did not store the settings. Try again in a moment.',
    });
    await press(/^More: Every Sunday/);
    fireEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
    await settleScreens(200);
    await press('Delete rule');
    expect(shownRules()).toHaveLength(1);
    expect(JSON.stringify(store.getState())).toContain('The schedule was not changed');
  });
});

it('the schedule screen lists missed runs and contradictory rules', async () => {
  const evening = { type: 'weekly', days: [3], from: '19:00', to: '21:00' } as const;
  agent.changeRules([
    aRule({ timing: evening }),
    aRule({ id: 'off', name: 'Pause', want: 'off', timing: { ...evening, from: '20:00' } }),
  ]);
  const at = Date.now() - 80_000_000;
  agent.last = { rule: { at, becomes: 'on', isImage: false, result: 'missed', lateSeconds: 900, failures: [] } };
  await openAt('/schedule');
  expect(screen.getByText('Missed runs: 1')).toBeTruthy();
  expect(shownRules()[0]).toContain('Missed: yesterday');
  expect(screen.getByText(/^Two rules want different things: tomorrow 20:00/)).toBeTruthy();
});

it('the schedule screen reports an unavailable agent and keeps the schedule', async () => {
  agent.changeRules([aRule()]);
  await openAt('/schedule');
  agent.refuse('GET /schedules', {
    status: 503,
    detail: 'The core does not respond to the agent. Make sure the core is running.',
  });
  await settleScreens(7000);
  expect(screen.getByText('The agent cannot be asked for its schedule now.')).toBeTruthy();
  expect(shownRules()).toHaveLength(1);
});

it('the schedule screen shows no next change without a schedule', async () => {
  await openAt('/schedule');
  renderAt(store, { '/': <NextChangePlace channel={CHANNEL} /> }, '/');
  await settleScreens(100);
  expect(document.querySelector('.next-change')).toBeNull();
});
