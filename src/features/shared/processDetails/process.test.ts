import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CoreError } from '../../../api/error.ts';
import { ingestId } from '../../../api/processIds.ts';
import { aConfig, aCore, CHANNEL } from '../../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../../testing/fakeCore.ts';
import { openStore } from '../../../testing/openStore.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import { detailsClosed, detailsOpened, reportRequested } from './slice.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const id = ingestId(CHANNEL);
const secrets = ['s3cret', 'Gho5t', 'tok3n', 'camera.example.org'];

const theProcess = () => ({
  id,
  reference: CHANNEL,
  config: {
    id,
    input: [{ address: 'rtsp://admin:s3cret@camera.example.org/1', options: [] }],
    output: [{ address: 'rtmp://127.0.0.1/live/x.stream?token=tok3n', options: [] }],
  },
  state: {
    order: 'start',
    exec: 'failed',
    last_logline: 'rtsp://admin:s3cret@camera.example.org/1: Connection refused',
    command: ['-i', 'rtsp://admin:s3cret@camera.example.org/1', 'http://core:Gho5t@localhost:8080/memfs/a.m3u8'],
  },
  report: {
    created_at: 1_700_000_000,
    prelude: ['ffmpeg version 5.1.9', 'Failed to resolve hostname camera.example.org: Name or service not known'],
    log: [['1700000001', "[hls @ 0x1] Opening 'http://core:Gho5t@localhost:8080/memfs/a_0001.ts' for writing"]],
    history: [],
  },
});

async function opened(answers: FakeAnswers = {}) {
  const store = openStore({
    core: aCore({
      process: theProcess,
      config: () =>
        aConfig({ api: { auth: { enable: true, username: 'Gho5t', password: 's3cret' } }, rtmp: { token: 'tok3n' } }),
      ...answers,
    }),
  });
  store.dispatch(sessionStarted());
  await vi.advanceTimersByTimeAsync(0);
  store.core.calls.length = 0;
  return { store, requests: () => store.core.calls.filter((call) => call === `process ${id}`).length };
}

it('details are fetched every second while the dialog is open', async () => {
  const { store, requests } = await opened();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(requests()).toBe(0);
  store.dispatch(detailsOpened(id));
  await vi.advanceTimersByTimeAsync(1_900);
  expect(requests()).toBe(2);
  expect(store.getState().processDetails.details).toMatchObject({ id, report: { created_at: 1_700_000_000 } });
  store.dispatch(detailsClosed());
  await vi.advanceTimersByTimeAsync(10_000);
  expect(requests()).toBe(2);
});

it('details show why they are missing, and appear once available', async () => {
  const process = vi.fn((): object => {
    throw new CoreError(404, 'Unknown process ID');
  });
  const { store } = await opened({ process });
  store.dispatch(detailsOpened(id));
  await vi.advanceTimersByTimeAsync(0);
  expect(store.getState().processDetails).toMatchObject({ details: null, failed: 'Unknown process ID' });
  process.mockImplementation(theProcess);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(store.getState().processDetails).toMatchObject({ details: { id }, failed: null });
});

it('the report contains no secrets', async () => {
  const { store } = await opened();
  store.dispatch(reportRequested({ id, output: null }));
  expect(store.getState().processDetails.report).toBeNull();
  await vi.advanceTimersByTimeAsync(0);
  const report = store.getState().processDetails.report ?? '';
  expect(JSON.parse(report)).toMatchObject({ ffmpeg: { version: '5.1.9' }, process: { id } });
  expect(secrets.filter((secret) => report.includes(secret))).toEqual([]);
});

it('the dialog shows why a report is missing', async () => {
  const { store } = await opened({
    process: () => {
      throw new CoreError(500, 'Internal Server Error');
    },
  });
  store.dispatch(reportRequested({ id, output: null }));
  await vi.advanceTimersByTimeAsync(0);
  expect(store.getState().processDetails).toMatchObject({ report: null, reportFailed: 'Internal Server Error' });
});

const INTERRUPTED = 'Exiting normally, received signal 2.';
const logLine = (id: string, text: string) =>
  `ts=2023-11-14T22:13:30Z level=INFO component="Process" msg="${text}" id="${id}"`;

it('the log of the core is read once for a run that ended silently', async () => {
  const log = vi.fn(() => [
    logLine(id, 'Stopping because limits are exceeded'),
    logLine('another', 'Stale timeout after 9s'),
  ]);
  const ended = () => ({
    ...theProcess(),
    state: { ...theProcess().state, exec: 'finished' },
    report: {
      ...theProcess().report,
      log: [
        ['1700000001', "Output #0, hls, to 'x'"],
        ['1700000009', INTERRUPTED],
      ],
    },
  });
  const { store } = await opened({ process: ended, log });
  store.dispatch(detailsOpened(id));
  await vi.advanceTimersByTimeAsync(3_500);
  expect(store.getState().processDetails.examined?.run?.failure?.cause).toBe('limit-memory');
  expect(log).toHaveBeenCalledTimes(1);
});

it("a forbidden log of the core is not requested again, and ffmpeg's output is shown instead", async () => {
  const log = vi.fn((): string[] => {
    throw new CoreError(403, 'Forbidden');
  });
  const report = {
    ...theProcess().report,
    log: [
      ['1700000001', "Output #0, hls, to 'x'"],
      ['1700000009', INTERRUPTED],
    ],
  };
  const ended = { ...theProcess(), state: { ...theProcess().state, exec: 'finished' }, report };
  const { store } = await opened({ process: () => ended, log });
  store.dispatch(detailsOpened(id));
  await vi.advanceTimersByTimeAsync(3_500);
  expect(store.getState().processDetails).toMatchObject({
    failed: null,
    examined: { run: { failure: { cause: 'stale' } } },
  });
  expect(log).toHaveBeenCalledTimes(1);
  store.dispatch(reportRequested({ id, output: null }));
  await vi.advanceTimersByTimeAsync(0);
  expect(JSON.parse(store.getState().processDetails.report ?? '')).toMatchObject({ log: [] });
});

it('the report contains log lines of the core about the process', async () => {
  const { store } = await opened({ log: () => [logLine(id, 'Stale timeout after 9s'), logLine('another', 'Started')] });
  store.dispatch(reportRequested({ id, output: null }));
  await vi.advanceTimersByTimeAsync(0);
  const { log } = JSON.parse(store.getState().processDetails.report ?? '');
  expect(log).toEqual([expect.stringContaining('Stale timeout')]);
});
