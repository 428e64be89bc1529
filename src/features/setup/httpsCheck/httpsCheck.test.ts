import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CoreError } from '../../../api/error.ts';
import { aConfig, aCore, anAbout } from '../../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../../testing/fakeCore.ts';
import { openStore } from '../../../testing/openStore.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import { settingsOpened } from '../settings/slice.ts';
import { httpsCheckClosed, httpsCheckOpened, httpsCheckRequested } from './slice.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

const settle = async () => {
  await vi.advanceTimersByTimeAsync(20);
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(20);
};

async function openCheck(answers: FakeAnswers = {}, addresses: readonly string[] = ['https://tv.example:443/']) {
  const added: string[] = [];
  const store = openStore({
    opened: addresses,
    core: aCore({
      about: () => anAbout(),
      config: () => aConfig({ host: { name: ['tv.example'] }, tls: { address: ':8181', enable: false, auto: false } }),
      metrics: () => ({ metrics: [] }),
      processAdd: ({ body }) => {
        added.push(body.input?.[0]?.address ?? '');
        return 'OK';
      },
      processProbe: () => ({
        streams: [],
        log: ['[tcp @ 0x1] Starting connection attempt to 203.0.113.7 port 443', 'Stream #0:0: Data: none'],
      }),
      processDelete: () => 'OK',
      ...answers,
    }),
  });
  store.dispatch(sessionStarted());
  await settle();
  store.dispatch(settingsOpened());
  await settle();
  return { store, added, check: () => store.getState().httpsCheck };
}

it('the HTTPS check sends nothing before the check is requested, then tries each port once and leaves no process behind', async () => {
  const { store, added, check } = await openCheck();
  expect([check(), added]).toEqual([{ status: 'idle' }, []]);
  store.dispatch(httpsCheckRequested());
  expect(check()).toEqual({ status: 'running' });
  await settle();
  expect(added).toEqual(['tcp://tv.example:80', 'tcp://tv.example:443']);
  expect(store.core.calls.filter((call) => call.startsWith('processDelete'))).toHaveLength(2);
  expect(check()).toMatchObject({
    status: 'judged',
    findings: [
      { grade: 'good', sentence: { values: { addresses: '203.0.113.7' } } },
      { grade: 'good', sentence: { text: expect.stringContaining('opens https') } },
      // The page of the test was loaded over http.
      { grade: 'care', sentence: { text: expect.stringContaining('mixed content') } },
    ],
  });
});

it.each([
  [true, [{ grade: 'fail' }, { grade: 'unchecked', sentence: { values: { n: 5 } } }]],
  [false, undefined],
])(
  'the HTTPS check shows without a port check why an automatic certificate is missing (on: %s)',
  async (auto, findings) => {
    const problem = { name: 'tls_certificate_problem', labels: { name: 'tv.example', reason: 'port-taken' } };
    const { store, check, added } = await openCheck({
      config: () => aConfig({ host: { name: ['tv.example'] }, tls: { address: ':8181', enable: auto, auto } }),
      metrics: () => ({ metrics: [{ ...problem, values: [[1_000, 1_300]] }] }),
    });
    store.dispatch(httpsCheckOpened());
    await settle();
    expect(added).toEqual([]);
    if (findings === undefined) expect(check()).toEqual({ status: 'idle' });
    else expect(check()).toMatchObject({ status: 'judged', findings });
  },
);

it('the HTTPS check reports an address that this browser does not accept', async () => {
  const { store, check } = await openCheck({}, []);
  store.dispatch(httpsCheckRequested());
  await settle();
  expect(check()).toMatchObject({ findings: [{}, { grade: 'fail' }] });
});

it('the HTTPS check reports an unreachable core, and forgets the result when the screen is left', async () => {
  const { store, check } = await openCheck({
    metrics: () => {
      throw new CoreError(500, 'gone');
    },
  });
  store.dispatch(httpsCheckRequested());
  await settle();
  expect(check()).toMatchObject({ status: 'failed' });
  store.dispatch(httpsCheckClosed());
  expect(check()).toEqual({ status: 'idle' });
});
