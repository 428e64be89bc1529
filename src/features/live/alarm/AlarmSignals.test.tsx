// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Progress } from '../../../media/run/progress.ts';
import { aCore, CHANNEL } from '../../../testing/coreAnswers.ts';
import { openStore } from '../../../testing/openStore.ts';
import { renderAt, settleScreens, setUpScreens } from '../../../testing/renderScreens.tsx';
import { Page } from '../../../ui/layout/Page.tsx';
import { preferenceChosen, preferencesRead } from '../../shared/preference/slice.ts';
import { channelsFound, statusFetched } from '../channel/slice.ts';
import { AlarmDialog } from './AlarmDialog.tsx';
import { AlarmSignals } from './AlarmSignals.tsx';

setUpScreens();

const OTHER = '11111111-2222-4333-8444-555555555555';

class Notified {
  static permission = 'default';
  static asked = 0;
  static shown: { title: string; body: string | undefined; note: Notified }[] = [];
  onclick: (() => void) | null = null;
  static requestPermission() {
    Notified.asked += 1;
    Notified.permission = 'granted';
    return Promise.resolve('granted');
  }
  constructor(title: string, { body }: NotificationOptions = {}) {
    Notified.shown.push({ title, body, note: this });
  }
  close() {}
}

let tones = 0;
const param = { value: 0, setValueAtTime: () => {}, linearRampToValueAtTime: () => {} };
const node = () => ({ frequency: param, gain: param, connect: node, stop: () => {}, start: () => (tones += 1) });

class Sounding {
  state = 'running';
  currentTime = 0;
  destination = {};
  resume = () => Promise.resolve();
  createOscillator = node;
  createGain = node;
}

beforeEach(() => {
  Object.assign(Notified, { permission: 'default', asked: 0, shown: [] });
  tones = 0;
  vi.stubGlobal('Notification', Notified);
  vi.stubGlobal('AudioContext', Sounding);
});

const link = Object.assign(document.createElement('link'), { rel: 'icon' });
link.setAttribute('href', 'icons/favicon.svg');
document.head.append(link);

const live: Progress = {
  ...{ status: 'connected', order: 'start', seconds: 60, uptimeSeconds: 60, fps: 25, bitrateKbit: null, speed: 1 },
  ...{ q: -1, frames: 1500, drop: 0, dup: 0 },
};
const down: Progress = { status: 'error', order: 'start', seconds: 1, message: 'x', retryIn: 14 };

async function shown(preferences: Record<string, string>) {
  const store = openStore({ core: aCore() });
  const list = [
    { id: CHANNEL, name: 'Studio A', available: true, egresses: {} },
    { id: OTHER, name: 'Studio B', available: true, egresses: {} },
  ];
  store.dispatch(channelsFound({ list, chosen: CHANNEL }));
  store.dispatch(preferencesRead({ alarm: 'on', ...preferences }));
  const page = (
    <Page title="Connected" context="Studio A">
      <AlarmSignals onOpen={() => {}} />
      <AlarmDialog open onClose={() => {}} />
    </Page>
  );
  const router = renderAt(store, { '/here': page, '/': <p>Home</p> }, '/here');
  await settleScreens(50);
  const poll = async (a: Progress, b: Progress) => {
    await act(async () => {
      const answer = (progress: Progress) => ({ seenAt: Date.now(), progress, egresses: {} });
      store.dispatch(
        statusFetched({ askedAt: 0, watched: null, answers: { [CHANNEL]: answer(a), [OTHER]: answer(b) } }),
      );
      await vi.advanceTimersByTimeAsync(4000);
    });
  };
  return { store, router, poll };
}

const icon = () => link.getAttribute('href');

it('the alarm rings with sound, title and icon, and resets them on recovery', async () => {
  const { poll } = await shown({});
  await poll(live, live);
  expect([tones, document.title, icon()]).toEqual([0, 'Connected · Studio A · Sluice', 'icons/favicon.svg']);
  await poll(live, down);
  expect([tones, icon()]).toEqual([6, 'icons/favicon-alarm.svg']);
  expect(document.title).toBe('(!) Studio B · Connected · Studio A · Sluice');
  expect(Notified.shown).toEqual([]);
  // The bell waits five seconds, like the sentence on the page.
  await poll(live, live);
  await poll(live, live);
  expect([tones, document.title, icon()]).toEqual([6, 'Connected · Studio A · Sluice', 'icons/favicon.svg']);
});

it('a notification names the channel and its problem, and opens the channel page', async () => {
  Notified.permission = 'granted';
  const { poll, router } = await shown({ alarmNotifications: 'on', alarmSound: 'off' });
  vi.stubGlobal('focus', () => {});
  await poll(live, live);
  await poll(live, down);
  expect(Notified.shown).toMatchObject([
    { title: 'Studio B', body: expect.stringMatching(/Nothing has been sent since/) },
  ]);
  expect(tones).toBe(0);
  await act(async () => Notified.shown[0]?.note.onclick?.());
  expect(router.state.location).toMatchObject({ pathname: `/${OTHER}` });
});

it('several failing channels share one notification', async () => {
  Notified.permission = 'granted';
  const { poll } = await shown({ alarmNotifications: 'on' });
  await poll(live, live);
  await poll(down, down);
  expect(Notified.shown).toMatchObject([{ title: '2 with problems', body: 'Studio A, Studio B' }]);
});

it('silencing lasts ten minutes, then the alarm rings for remaining problems', async () => {
  const { store, poll } = await shown({});
  await poll(live, live);
  fireEvent.click(screen.getByRole('button', { name: 'Silence for 10 minutes' }));
  await poll(live, down);
  expect(tones).toBe(0);
  expect(screen.getByText(/^Silenced until/)).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(600_000));
  expect(screen.queryByText(/^Silenced until/)).toBeNull();
  await poll(live, down);
  expect(tones).toBe(6);
  store.stop();
});

it('only the switch triggers the permission prompt for notifications', async () => {
  const { store } = await shown({});
  expect(Notified.asked).toBe(0);
  await act(async () => fireEvent.click(screen.getByRole('switch', { name: 'Notifications' })));
  expect(Notified.asked).toBe(1);
  expect(store.getState().preference.alarmNotifications).toBe('on');
});

it('the dialog explains blocked sound and missing notifications', async () => {
  Notified.permission = 'denied';
  vi.stubGlobal('navigator', { ...navigator, userActivation: { hasBeenActive: false } });
  await shown({});
  expect(screen.getByText(/^The browser blocks notifications/)).toBeTruthy();
  expect(screen.getByText(/^The browser blocks sound until/)).toBeTruthy();
  expect(screen.getByRole('switch', { name: 'Notifications' }).hasAttribute('disabled')).toBe(true);
  vi.unstubAllGlobals();
});

it('an alarm that is off sends no requests and shows no signals', async () => {
  const { store } = await shown({});
  await act(async () => store.dispatch(preferenceChosen({ key: 'alarm', value: 'off' })));
  expect(screen.queryByRole('switch', { name: 'Sound' })).toBeNull();
  expect(screen.getByRole('switch', { name: 'Alarm in this browser' }).getAttribute('aria-checked')).toBe('false');
});
