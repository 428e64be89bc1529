import { expect, it, vi } from 'vitest';
import { CoreError, NETWORK_FAILURE } from '../../../api/error.ts';
import { ingestId, METADATA_KEY } from '../../../api/processIds.ts';
import { aCore } from '../../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../../testing/fakeCore.ts';
import { openStore } from '../../../testing/openStore.ts';
import { logoutRequested, sessionStarted } from '../../gate/session/actions.ts';
import { pagesWatched, renewalRequested } from './slice.ts';

const channels = ['a', 'b', 'c'].map((name) => ({
  name: `Studio ${name}`,
  id: `11111111-2222-4333-8444-00000000000${name}`,
}));
const [, two, three] = channels.map(({ id }) => id);

async function openRenewal(answers: FakeAnswers = {}, version: unknown = 1) {
  const files = new Map<string, string>(channels.map(({ id }) => [`/${id}.html`, 'old']));
  const write: FakeAnswers['diskWrite'] = ({ path, body }) => files.set(path, String(body));
  const processes = channels.map(({ id, name }) => ({
    id: ingestId(id),
    reference: id,
    metadata: { [METADATA_KEY]: { version: id === two ? version : 1, meta: { name } } },
  }));
  const store = openStore({
    core: aCore({
      processes: ({ id } = {}) => processes.filter((process) => !id || process.id === id),
      diskFiles: ({ glob = '' } = {}) =>
        [...files].flatMap(([name, body]) =>
          glob.startsWith('{') || name.startsWith(glob.replace(/\*.*/, ''))
            ? [{ name, size_bytes: new TextEncoder().encode(body).length }]
            : [],
        ),
      diskWrite: write,
      diskDelete: ({ path }) => files.delete(path),
      ...answers,
    }),
  });
  store.dispatch(sessionStarted());
  await vi.waitFor(() => expect(store.getState().session.status).toBe('ready'));
  // Records each state from the first renewal on, without repetitions.
  const steps: string[] = [];
  store.subscribe(() => {
    const { pageRenewal } = store.getState();
    const step = pageRenewal.status === 'renewing' ? `${pageRenewal.done} of ${pageRenewal.total}` : pageRenewal.status;
    if (steps.at(-1) !== step && (steps.length > 0 || pageRenewal.status === 'renewing')) steps.push(step);
  });
  const checkPages = async () => {
    store.dispatch(pagesWatched());
    await vi.waitFor(() => expect(store.getState().pageRenewal.status).toBe('old'));
  };
  const renew = async () => {
    steps.length = 0;
    store.dispatch(renewalRequested());
    await vi.waitFor(() => expect(steps.at(0)).toMatch(/ of /));
    await vi.waitFor(() => expect(['calm', 'old']).toContain(steps.at(-1)));
  };
  return { store, files, checkPages, renew, steps, write, renewal: () => store.getState().pageRenewal };
}

it('the page renewal finds old pages with one request and renews them one by one', async () => {
  const { store, files, checkPages, renew, steps, renewal } = await openRenewal();
  const before = store.core.calls.length;
  await checkPages();
  expect(store.core.calls.slice(before)).toHaveLength(1);
  expect(renewal()).toEqual({ status: 'old', count: 3, failed: [] });
  await renew();
  expect(steps).toEqual(['0 of 3', '1 of 3', '2 of 3', '3 of 3', 'calm']);
  for (const { id, name } of channels) expect(files.get(`/${id}.html`)).toContain(`<title>${name}</title>`);
  expect(store.getState().notice.shown.map(({ text }) => text)).toEqual(['All pages are up to date.']);

  // The next screen finds no old page.
  const calls = store.core.calls.length;
  store.dispatch(pagesWatched());
  await vi.waitFor(() => expect(store.core.calls.length).toBe(calls + 1));
  await vi.waitFor(() => expect(renewal()).toEqual({ status: 'calm' }));
});

it('the page renewal lists the channels whose renewal failed with the reason, and retries only those', async () => {
  let full = true;
  const written: string[] = [];
  const { checkPages, renew, renewal, files, write } = await openRenewal({
    diskWrite: (params) => {
      written.push(params.path);
      if (full && params.path === `/${two}.html`) throw new CoreError(507, 'No space left');
      return write?.(params);
    },
  });
  await checkPages();
  await renew();
  expect(renewal()).toEqual({
    status: 'old',
    count: 1,
    failed: [{ channel: two, name: 'Studio b', reason: 'No space left' }],
  });
  expect(files.get(`/${three}.html`)).toContain('Studio c');
  full = false;
  written.length = 0;
  await renew();
  expect(renewal()).toEqual({ status: 'calm' });
  expect(written.filter((path) => path.endsWith('.html'))).toEqual([`/${two}.html`]);
});

it('the page renewal keeps pages of a newer version and reports them', async () => {
  const { checkPages, renew, renewal, files } = await openRenewal({}, 2);
  await checkPages();
  await renew();
  expect(renewal()).toMatchObject({
    status: 'old',
    count: 1,
    failed: [{ reason: expect.stringContaining('newer version') }],
  });
  expect(files.get(`/${two}.html`)).toBe('old');
});

it('the page renewal stops if the core becomes unreachable, and offers to renew the rest', async () => {
  const { checkPages, renew, renewal } = await openRenewal({
    diskWrite: ({ path }) => {
      if (path === `/${two}.html`) throw new CoreError(NETWORK_FAILURE, 'Failed to fetch');
      return 'OK';
    },
  });
  await checkPages();
  await renew();
  expect(renewal()).toEqual({ status: 'old', count: 2, failed: [] });
});

it('the page renewal ends on logout without a trace for the next login', async () => {
  const written: string[] = [];
  const { store, checkPages, renewal } = await openRenewal({
    diskWrite: ({ path }) => {
      written.push(path);
      if (path.endsWith('.html')) store.dispatch(logoutRequested());
      return 'OK';
    },
  });
  await checkPages();
  store.dispatch(renewalRequested());
  await vi.waitFor(() => expect(renewal()).toEqual({ status: 'calm' }));
  await vi.waitFor(() => expect(store.getState().session.status).toBe('login'));
  expect(renewal()).toEqual({ status: 'calm' });
  expect(written.filter((path) => path.endsWith('.html'))).toHaveLength(1);
});

it('the page renewal ignores a failed search for old pages', async () => {
  const { store, renewal } = await openRenewal({
    diskFiles: ({ glob = '' } = {}) => {
      if (glob.startsWith('{')) throw new CoreError(403, 'Forbidden');
      return [];
    },
  });
  const calls = store.core.calls.length;
  store.dispatch(pagesWatched());
  await vi.waitFor(() => expect(store.core.calls.length).toBe(calls + 1));
  expect(renewal()).toEqual({ status: 'calm' });
  expect(store.getState().notice.shown).toEqual([]);
});
