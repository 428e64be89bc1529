// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { egressId, ingestId } from '../api/processIds.ts';
import { sessionStarted } from '../features/gate/session/actions.ts';
import { aCore, anAbout, CHANNEL } from '../testing/coreAnswers.ts';
import { openStore } from '../testing/openStore.ts';
import { renderAt, settleScreens, setUpScreens } from '../testing/renderScreens.tsx';
import { Announcer } from '../ui/feedback/Announcer.tsx';
import HistoryScreen from './HistoryScreen.tsx';

const drawn = vi.hoisted(() => ({ charts: new Set<readonly (readonly (number | null)[])[]>() }));

vi.mock('uplot', () => ({
  default: class {
    constructor(_: unknown, data: readonly (readonly (number | null)[])[]) {
      drawn.charts.add(data);
    }
    setData(data: readonly (readonly (number | null)[])[]) {
      drawn.charts.add(data);
    }
    setSize() {}
    redraw() {}
    destroy() {}
  },
}));

setUpScreens();

const NOON = Date.parse('2026-11-29T12:00:00Z') / 1000;
const INGEST = ingestId(CHANNEL);
const VENUE = egressId('rtmp', '99999999-2222-4333-8444-555555555555');
const GONE = ingestId('77777777-2222-4333-8444-555555555555');

beforeEach(() => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  vi.useRealTimers();
  vi.useFakeTimers({ now: NOON * 1000 });
  drawn.charts.clear();
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

/** The last hour: live, an outage of two seconds, a gap without the agent, live again. */
function anAnswer(subject: string, from: number, to: number) {
  const step = Math.max(10, Math.ceil((to - from) / 1000));
  const time = Array.from({ length: Math.ceil((to - from) / step) }, (_, n) => from + n * step);
  const isObserved = (n: number) => n < 10 || n >= 20;
  const column = (figureAt: (n: number) => number) => time.map((_, n) => (isObserved(n) ? figureAt(n) : null));
  const fps = {
    mean: column((n) => (n === 5 ? 20 : 25)),
    min: column((n) => (n === 5 ? 0 : 25)),
    max: column(() => 25),
  };
  const none = column(() => 0);
  return {
    ...{ subject, step, time },
    seconds: {
      live: column((n) => (n === 5 ? 8 : 10)),
      failing: column((n) => (n === 5 ? 2 : 0)),
      ...{ waiting: none, stopped: none },
    },
    figures: { fps },
    availability: { onAir: 0.999_428, outages: 1, longestSeconds: 2, observedSeconds: to - from - 100 },
  };
}

const EVENTS = [
  { id: 1, time: (NOON - 600) * 1000, channel: CHANNEL, event: 'on-air', fields: { what: 'slate', why: 'ended' } },
  { id: 2, time: (NOON - 540) * 1000, channel: CHANNEL, event: 'on-air', fields: { what: 'source', why: 'live' } },
];

interface FakeAgent {
  asked: string[];
  status: number;
  isKept: boolean;
  hasAlarms: boolean;
  knows: (subject: string) => boolean;
  history: (subject: string, from: number, to: number) => object;
}

function anAgent(): FakeAgent {
  const agent: FakeAgent = {
    asked: [],
    status: 200,
    isKept: true,
    hasAlarms: true,
    knows: () => true,
    history: anAnswer,
  };
  const reply = (body: object, status = 200, type = 'application/json') =>
    new Response(JSON.stringify(body), { status, headers: { 'Content-Type': type } });
  const problem = (status: number, field?: string) =>
    reply(
      { type: 'about:blank', title: '', status, detail: 'No', ...(field && { field }) },
      status,
      'application/problem+json',
    );
  vi.stubGlobal('fetch', async (address: string, { headers }: RequestInit) => {
    const url = new URL(address);
    agent.asked.push(url.pathname.replace('/agent/api/v1', ''));
    if (agent.status !== 200) return problem(agent.status);
    const get = (name: string) => url.searchParams.get(name) ?? '';
    switch (url.pathname) {
      case '/agent/api/v1/state':
        return reply({
          ...{ version: '1', role: 'acting', core: { reachable: true, reason: null }, channels: {} },
          ...{ journal: { isKept: true, last: 2 }, history: { isKept: agent.isKept } },
        });
      case '/agent/api/v1/events':
        return reply({ events: get('since') === '' ? EVENTS : [], last: 2 });
      case '/agent/api/v1/incidents':
        return agent.hasAlarms ? reply({ incidents: [] }) : problem(404);
      case '/agent/api/v1/history':
        if (new Headers(headers).get('Accept') === 'text/csv')
          return new Response(`time,of\r\n${get('from')},${get('subject')}\r\n`);
        if (!agent.knows(get('subject'))) return problem(422, 'subject');
        return reply(agent.history(get('subject'), Number(get('from')), Number(get('to'))));
      default:
        return problem(404);
    }
  });
  return agent;
}

async function shown(address = '/history', agent = anAgent()) {
  const process = (id: string, stored: object) => ({
    ...{ id, reference: CHANNEL, type: 'ffmpeg', metadata: { 'restreamer-ui': stored } },
  });
  const store = openStore({
    core: aCore({
      about: () => anAbout({ extensions: ['agent'] }),
      processes: () => [process(INGEST, { meta: { name: 'Studio A' } }), process(VENUE, { name: 'Venue' })],
    }),
  });
  store.dispatch(sessionStarted());
  await settleScreens(50);
  const page = (
    <>
      <Announcer />
      <HistoryScreen />
    </>
  );
  const router = renderAt(store, { '/history': page }, address);
  await settleScreens(2500);
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  return { store, agent, router, pass };
}

const chart = () => screen.getByRole('slider');
const reading = () => document.querySelector('.history-reading')?.textContent ?? '';

it('the history screen summarizes the last hour of the channel and draws gaps', async () => {
  await shown();
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Subject' }).selectedOptions[0]?.text).toBe(
    'Studio A',
  );
  expect(screen.getByText(/^Live 99\.94% of the time, 1 outage of 2 s\./).textContent).toContain(
    'There is no data for 1 min 40 s, because the agent was not running.',
  );
  expect(screen.getByRole('list', { name: 'State' }).textContent).toMatch(/Live.*Failing.*2 s.*No data/);
  expect(screen.getByRole('list', { name: 'Events' }).textContent).toContain('Standby image live');
  const [time = [], max = [], min = [], mean = []] = [...drawn.charts].at(-1) ?? [];
  expect(new Set([time.length, max.length, min.length, mean.length]).size).toBe(1);
  expect([min[10], mean[10], max[10]]).toEqual([0, 20, 25]);
  expect(mean.slice(20, 40).every((value) => value === null)).toBe(true);
  expect(mean[40]).toBe(25);
});

it('the history screen moves the cursor by keyboard and announces its point once it rests', async () => {
  const { pass } = await shown();
  act(() => chart().focus());
  fireEvent.keyDown(chart(), { key: 'Home' });
  for (let n = 0; n < 5; n++) fireEvent.keyDown(chart(), { key: 'ArrowRight' });
  expect(chart().getAttribute('aria-valuenow')).toBe('5');
  expect(chart().getAttribute('aria-valuetext')).toMatch(/^12:0\d:\d\d$/);
  const announced = () => document.querySelector('.visually-hidden[aria-live]')?.textContent ?? '';
  expect(announced()).not.toContain('Frame rate');
  await pass(600);
  expect(announced()).toBe(reading());
  expect(reading()).toMatch(/^12:0\d:\d\d: Live 8 s, Failing 2 s, Frame rate 20\.0 fps \(0\.0 to 25\.0\)$/);
  fireEvent.keyDown(chart(), { key: 'PageUp' });
  expect(reading()).toMatch(/: No data$/);
  fireEvent.keyDown(chart(), { key: 'End' });
  expect(chart().getAttribute('aria-valuenow')).toBe(chart().getAttribute('aria-valuemax'));
  fireEvent.keyDown(chart(), { key: 'ArrowRight' });
  expect(chart().getAttribute('aria-valuenow')).toBe(chart().getAttribute('aria-valuemax'));
});

it('the history screen shows the values of the charts in the table', async () => {
  await shown();
  expect(screen.queryByRole('table')).toBe(null);
  fireEvent.click(screen.getByRole('button', { name: 'As a table' }));
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  const cells = (row: number) =>
    within(rows[row] ?? document.body)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
  expect(
    within(rows[0] ?? document.body)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  ).toEqual([...['Time', 'State', 'Frame rate (fps)']]);
  expect(cells(1)).toEqual(['Live', '25.0 fps']);
  expect(cells(6)).toEqual(['Live 8 s, Failing 2 s', '20.0 fps (0.0 to 25.0)']);
  expect(cells(15)).toEqual(['No data', '–']);
});

it('the history screen exports the shown data with subject and span in the file name', async () => {
  const files: { name: string; text: Promise<string> }[] = [];
  let last: Blob = new Blob();
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (file: Blob) => (last = file), revokeObjectURL() {} }));
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, text: last.text() });
  });
  const { pass } = await shown();
  fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  await pass(100);
  expect(files.map(({ name }) => name)).toEqual([
    expect.stringMatching(/^history-studio-a-2026-11-29-12\d\d-to-2026-11-29-13\d\d\.csv$/),
  ]);
  expect(await files[0]?.text).toContain(INGEST);
  click.mockRestore();
});

it('the history screen moves through time, with the position in the address', async () => {
  const { router, agent, pass } = await shown('/history?of=core&span=day');
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Sunday, November 29, 2026');
  fireEvent.click(screen.getByRole('button', { name: 'Earlier' }));
  await pass(1500);
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Saturday, November 28, 2026');
  expect(router.state.location.search).toBe(`?of=core&span=day&at=${Date.parse('2026-11-28T00:00+01:00') / 1000}`);
  fireEvent.click(screen.getByRole('button', { name: 'Later' }));
  await pass(1500);
  expect(router.state.location.search).toBe('?of=core&span=day');
  expect(screen.getByRole('button', { name: 'Later' }).getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(screen.getByRole('radio', { name: 'Year' }));
  await pass(1500);
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('2026');
  // Events are the same for all subjects and spans.
  expect(agent.asked.filter((path) => path === '/events')).toHaveLength(1);
  expect(screen.getByText(/^The core responded 99\.94% of the time, 1 outage of 2 s\./)).toBeDefined();
});

it('the history screen polls every ten seconds for an hour and every minute for a day, but not in a hidden tab or for the past', async () => {
  const { agent, store, router, pass } = await shown();
  const requestsDuring = async (ms: number) => {
    const before = agent.asked.filter((path) => path === '/history').length;
    await pass(ms);
    return agent.asked.filter((path) => path === '/history').length - before;
  };
  expect(await requestsDuring(60_000)).toBe(6);
  act(() => store.hide(true));
  await pass(1100);
  expect(await requestsDuring(60_000)).toBe(0);
  act(() => store.hide(false));
  await pass(1100);
  await act(() => router.navigate('/history?span=day'));
  await pass(1500);
  expect(await requestsDuring(180_000)).toBe(3);
  await act(() => router.navigate(`/history?span=hour&at=${NOON - 7200}`));
  await pass(1500);
  expect(await requestsDuring(180_000)).toBe(0);
});

it('the history screen keeps the shown data while the agent is unavailable, and recovers', async () => {
  const { agent, pass } = await shown();
  agent.status = 503;
  await pass(12_000);
  expect(screen.getByRole('alert').textContent).toContain('The agent does not respond. The history is shown as of');
  expect(chart()).toBeDefined();
  agent.status = 200;
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await pass(1500);
  expect(screen.queryByRole('alert')).toBe(null);
});

it('the history screen explains a paused history, one without a chart, and an unknown subject', async () => {
  const agent = anAgent();
  agent.isKept = false;
  const { router, pass } = await shown('/history', agent);
  expect(screen.getByRole('alert').textContent).toContain('The history is paused.');
  agent.isKept = true;
  agent.history = (subject, from, to) => ({ ...anAnswer(subject, from, to), time: [from] });
  await pass(12_000);
  expect(screen.getByRole('alert').textContent).toContain('The history cannot be drawn');
  agent.history = anAnswer;
  await act(() => router.navigate(`/history?of=${GONE}`));
  await pass(1500);
  const subject = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Subject' }).selectedOptions[0]?.text;
  expect(subject()).toBe('A deleted channel');
  agent.knows = () => false;
  await act(() => router.navigate('/history?of=restreamer-ui:ingest:never'));
  await pass(1500);
  expect(screen.getByText('The agent has no history of this.')).toBeDefined();
  expect(subject()).toBe('No longer there');
  await act(() => router.navigate('/history?of=core'));
  await pass(1500);
  agent.knows = () => true;
  await pass(11_000);
  expect(chart()).toBeDefined();
});

it('the history screen shows the history of an agent that does not support alarms', async () => {
  const agent = anAgent();
  agent.hasAlarms = false;
  await shown('/history', agent);
  expect(chart()).toBeDefined();
});

it('the history screen explains an unavailable agent in place of the history', async () => {
  const agent = anAgent();
  agent.status = 503;
  await shown('/history', agent);
  expect(screen.queryByRole('slider')).toBe(null);
  expect(screen.getByRole('alert').textContent).toContain('The agent cannot be reached');
});
