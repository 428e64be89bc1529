import { expect, it, vi } from 'vitest';
import { CoreError } from '../../api/error.ts';
import { ingestId, METADATA_KEY } from '../../api/ids.ts';
import { aCore, CHANNEL } from '../../testing/answers.ts';
import type { FakeAnswers } from '../../testing/fakeCore.ts';
import { openStore } from '../../testing/openStore.ts';
import { started } from '../session/actions.ts';
import {
  draftOf,
  faultsOf,
  logoPicked,
  logoReset,
  playerChanged,
  playerOpened,
  playerSaveRequested,
  settingsWith,
} from './form.ts';

const id = ingestId(CHANNEL);

/** The editor of a channel whose player has settings of newer releases. */
async function opened(given: FakeAnswers = {}) {
  let metadata: Record<string, unknown> = {
    meta: { name: 'Studio' },
    theirs: 1,
    player: { share: 7, logo: { size: 3, image: '/channels/old/logo.png' } },
  };
  const files = new Map<string, unknown>([[`/channels/${CHANNEL}/logo.gif`, '']]);
  const store = openStore({
    core: aCore({
      processes: () => [{ id, reference: CHANNEL, metadata: { [METADATA_KEY]: metadata } }],
      processMetadata: () => metadata,
      processMetadataSet: ({ body }) => {
        metadata = Object(body);
        return body;
      },
      diskFiles: ({ glob = '' } = {}) =>
        [...files.keys()].filter((name) => name.startsWith(glob.replace('*', ''))).map((name) => ({ name })),
      diskWrite: ({ path, body }) => files.set(path, body),
      diskDelete: ({ path }) => files.delete(path),
      ...given,
    }),
  });
  store.dispatch(started());
  await vi.waitFor(() => expect(store.getState().session.status).toBe('ready'));
  store.dispatch(playerOpened(CHANNEL));
  await vi.waitFor(() => expect(store.getState().playerForm.status === 'open' || store.visited.length > 0).toBe(true));
  const form = () => {
    const { playerForm } = store.getState();
    if (playerForm.status !== 'open') throw new Error(`The form is ${playerForm.status}`);
    return playerForm;
  };
  const save = async () => {
    store.dispatch(playerSaveRequested());
    await vi.waitFor(() => expect(form().busy).toBeNull());
  };
  const notices = () => store.getState().notice.shown.map(({ tone, text }) => `${tone}: ${text}`);
  return { store, form, save, notices, files, metadata: () => metadata };
}

it('saves what was set over what is stored, makes the page anew, and goes back', async () => {
  const { store, form, save, notices, files, metadata } = await opened();
  store.dispatch(logoPicked(new File(['<svg><script>1</script></svg>'], 'logo.png')));
  await vi.waitFor(() =>
    expect(form()).toMatchObject({ busy: null, draft: { image: `/channels/${CHANNEL}/logo.svg` } }),
  );
  // Viewers get it with the save, and not before.
  expect(files.has(`/channels/${CHANNEL}/logo.svg`)).toBe(false);
  store.dispatch(playerChanged({ autoplay: true, link: ' https://x.example ' }));
  await save();
  expect(metadata()).toMatchObject({
    theirs: 1,
    player: {
      share: 7,
      autoplay: true,
      logo: { size: 3, image: `/channels/${CHANNEL}/logo.svg`, link: 'https://x.example' },
    },
  });
  expect(files.get(`/channels/${CHANNEL}/config.js`)).toContain('"autoplay":true');
  expect(files.get(`/channels/${CHANNEL}/logo.svg`)).toBe('<svg></svg>');
  expect(files.has(`/channels/${CHANNEL}/logo.gif`)).toBe(false);
  expect(notices()).toEqual(['success: Player settings saved']);
  await vi.waitFor(() => expect(store.visited).toEqual([`/${CHANNEL}`]));
  expect(store.core.calls.filter((call) => /^process(Update|Command|Add)/.test(call))).toEqual([]);
});

it('a page that cannot be written does not undo the save', async () => {
  const { save, notices, metadata, store } = await opened({
    diskWrite: () => {
      throw new CoreError(507, 'No space left');
    },
  });
  store.dispatch(playerChanged({ mute: true }));
  await save();
  expect(metadata()).toMatchObject({ player: { mute: true } });
  expect(notices()).toEqual(['success: Player settings saved', 'warning: Failed to update the player ({{0}})']);
});

it('a save that fails keeps the form and says why', async () => {
  const { store, form, save, notices } = await opened({
    processMetadataSet: () => {
      throw new CoreError(500, 'Oops');
    },
  });
  store.dispatch(playerChanged({ mute: true }));
  await save();
  expect(form()).toMatchObject({ draft: { mute: true }, stored: { mute: false } });
  expect(notices()).toEqual(['error: Failed to save the player settings ({{0}})']);
  expect(store.visited).toEqual([]);
});

it.each([
  [
    'a page',
    '<!doctype html>',
    'logo.svg',
    'The selected file is not a valid {{0}} image. Allowed file types are {{1}}',
  ],
  [
    'text',
    '<?xml version="1.0"?><html/>',
    'logo.svg',
    'The selected file is not a valid {{0}} image. Allowed file types are {{1}}',
  ],
  [
    'one byte more',
    `GIF89a${' '.repeat(1_048_571)}`,
    'logo.gif',
    'The selected file is too big ({{0}} bytes). Only {{1}} bytes are allowed.',
  ],
])('does not take %s', async (_, content, name, text) => {
  const { store, form, files } = await opened();
  store.dispatch(logoPicked(new File([content], name)));
  await vi.waitFor(() => expect(form()).toMatchObject({ busy: null, refused: { text } }));
  expect(files.size).toBe(1);
});

it('an upload that the core does not take says so, and nothing is saved', async () => {
  const { store, form, save, notices, metadata } = await opened({
    diskWrite: () => {
      throw new CoreError(507, 'No space left');
    },
  });
  store.dispatch(logoPicked(new File(['GIF89a'], 'logo.gif')));
  await vi.waitFor(() => expect(form()).toMatchObject({ busy: null, draft: { upload: {} } }));
  await save();
  expect(notices()).toEqual(['error: Failed to save the player settings ({{0}})']);
  expect(metadata()).not.toMatchObject({ player: { logo: { image: `/channels/${CHANNEL}/logo.gif` } } });
  expect(form()).toMatchObject({ draft: { image: `/channels/${CHANNEL}/logo.gif` } });
});

it('a logo that was removed leaves nothing behind', async () => {
  const { store, form } = await opened();
  store.dispatch(playerChanged({ position: 'top-right', link: 'https://x.example' }));
  store.dispatch(logoReset());
  expect(form().draft).toMatchObject({ image: '', position: 'top-left', link: '' });
});

it('a stored poster is seen, and cleared', async () => {
  const { store, form, save, metadata } = await opened();
  store.dispatch(playerChanged({ poster: '/channels/x/poster.png' }));
  await save();
  expect(metadata()).toMatchObject({ player: { poster: '/channels/x/poster.png' } });
  expect(form()).toMatchObject({ draft: { poster: '/channels/x/poster.png' } });
  store.dispatch(playerChanged({ poster: '' }));
  await save();
  expect(metadata()).toMatchObject({ player: { poster: '' } });
});

it('an unknown channel leads back', async () => {
  const { store, notices } = await opened({
    processes: () => [],
  });
  expect(store.visited).toEqual([`/${CHANNEL}`]);
  expect(notices()).toEqual(['warning: Main channel not found']);
});

it.each([
  [{ link: '' }, []],
  [{ link: 'https://x.example' }, []],
  [{ link: 'x.example' }, ['link']],
  [{ link: 'javascript:alert(1)' }, ['link']],
  [{ image: '/channels/x/logo.png' }, []],
  [{ image: 'https://x.example/logo.png' }, []],
  [{ poster: '/channels/x/poster.png' }, []],
  [{ poster: 'javascript:alert(1)' }, ['poster']],
  [{ image: 'data:image/png;base64,A' }, ['image']],
])('%j', (changed, faults) => {
  const draft = {
    ...draftOf(
      settingsWith({}, { autoplay: false, mute: false, poster: '', image: '', position: 'top-left', link: '' }),
    ),
    ...changed,
  };
  expect(Object.keys(faultsOf(draft))).toEqual(faults);
});
