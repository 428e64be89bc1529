import { describe, expect, it, vi } from 'vitest';
import { CoreError } from '../../../api/error.ts';
import { ingestId, METADATA_KEY } from '../../../api/processIds.ts';
import { aCore, CHANNEL } from '../../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../../testing/fakeCore.ts';
import { openStore } from '../../../testing/openStore.ts';
import { sessionStarted } from '../../gate/session/actions.ts';

const id = ingestId(CHANNEL);
const LIBRARY = '/player/videojs/dist';
const standing = [
  { name: `${LIBRARY}/video.min.js`, size_bytes: 5 },
  { name: `${LIBRARY}/version-v1.txt`, size_bytes: 2 },
];

async function startedWith(answers: FakeAnswers = {}) {
  let metadata: object = { version: 1, imported: true, meta: { name: 'Studio' }, theirs: 1 };
  const written = new Map<string, unknown>();
  const store = openStore({
    core: aCore({
      processes: () => [{ id, reference: CHANNEL, metadata: { [METADATA_KEY]: metadata } }],
      processMetadata: () => metadata,
      processMetadataSet: ({ body }) => {
        if (typeof body === 'object' && body !== null) metadata = body;
        return body;
      },
      diskWrite: ({ path, body }) => {
        written.set(path, body);
        return 'OK';
      },
      ...answers,
    }),
  });
  store.dispatch(sessionStarted());
  await vi.waitFor(() => expect(store.getState().session.status).toBe('ready'));
  const calls = (name: string) => store.core.calls.filter((call) => call.startsWith(name));
  return { store, written, calls, metadata: () => metadata };
}

const PAGES = [
  `/${CHANNEL}.html`,
  `/channels/${CHANNEL}/oembed.json`,
  `/channels/${CHANNEL}/oembed.xml`,
  `/channels/${CHANNEL}/config.js`,
];

it('makes the pages of imported channels once', async () => {
  const { written, metadata, store } = await startedWith();
  await vi.waitFor(() => expect(metadata()).not.toHaveProperty('imported'));
  const scripts = [`${LIBRARY}/video.min.js`, '/playersite/player.js', '/playersite/default_bg.jpg'];
  const library = [...scripts, `${LIBRARY}/version-v1.txt`];
  const mark = expect.stringMatching(`^/channels/${CHANNEL}/pages-[0-9a-f]{8}-\\d+[.]txt$`);
  expect([...written.keys()]).toEqual([...library, ...PAGES, mark]);
  expect(written.get(`/${CHANNEL}.html`)).toContain('<title>Studio</title>');
  expect(written.get(`/channels/${CHANNEL}/oembed.json`)).toContain(`http://core.test/${CHANNEL}.html`);
  expect(metadata()).toMatchObject({ theirs: 1 });
  expect(store.revalidated).toEqual(PAGES.map((path) => `http://core.test${path}`));
  expect(store.getState().notice.shown).toEqual([]);
});

describe('writes the library only if the disk has another one', () => {
  it.each([
    ['the same library', standing, []],
    ['another version of the library', [standing[0], { name: `${LIBRARY}/version-v0.txt`, size_bytes: 2 }], ['v0']],
    ['a file of another product', [{ ...standing[0], size_bytes: 6 }, standing[1]], []],
  ])('%s', async (_, files, dropped) => {
    const { written, metadata, calls } = await startedWith({ diskFiles: () => files });
    await vi.waitFor(() => expect(metadata()).not.toHaveProperty('imported'));
    expect(written.has(`${LIBRARY}/video.min.js`)).toBe(files !== standing);
    expect(calls('diskDelete')).toEqual(dropped.map((version) => `diskDelete ${LIBRARY}/version-${version}.txt`));
  });
});

it('renews the pages of all channels when the library changes', async () => {
  const other = '11111111-2222-4333-8444-555555555555';
  const processes = [CHANNEL, other].map((channel) => ({
    id: ingestId(channel),
    reference: channel,
    metadata: { [METADATA_KEY]: { version: 1, imported: channel === CHANNEL, meta: { name: channel } } },
  }));
  const { written } = await startedWith({
    processes: ({ id: requestedId } = {}) => processes.filter((process) => !requestedId || process.id === requestedId),
    diskFiles: ({ glob } = {}) => (glob === '/*.html' ? [{ name: `/${other}.html` }] : []),
  });
  await vi.waitFor(() => expect(written.has(`/${CHANNEL}.html`)).toBe(true));
  const order = [...written.keys()];
  expect(order).toContain(`/${other}.html`);
  // The mark is written last, so that an interruption repeats the update.
  expect(order.indexOf(`/${other}.html`)).toBeLessThan(order.indexOf(`${LIBRARY}/version-v1.txt`));
});

it('a failed update of pages is reported and retried at the next start', async () => {
  const full = () => {
    throw new CoreError(507, 'No space left');
  };
  const { store, metadata } = await startedWith({ diskWrite: full });
  await vi.waitFor(() => expect(store.getState().notice.shown).not.toEqual([]));
  expect(store.getState().notice.shown).toMatchObject([
    { tone: 'warning', text: 'Failed to update the player ({{0}})', values: [{ text: 'No space left' }] },
  ]);
  expect(metadata()).toMatchObject({ imported: true });
});
