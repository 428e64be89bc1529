import { describe, expect, it, vi } from 'vitest';
import { CoreError } from '../../../api/error.ts';
import { ingestId, METADATA_KEY } from '../../../api/processIds.ts';
import { aCore, CHANNEL } from '../../../testing/coreAnswers.ts';
import type { FakeAnswers } from '../../../testing/fakeCore.ts';
import { openStore } from '../../../testing/openStore.ts';
import { slowFile } from '../../../testing/slowFile.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import { withoutLogo, withoutPoster } from './draft.ts';
import {
  type PlayerDraft,
  type PlayerImage,
  playerChanged,
  playerEditor,
  playerImagePicked,
  playerOpened,
  playerSaveRequested,
} from './slice.ts';

const id = ingestId(CHANNEL);

/** Opens the editor of a channel whose player settings include those of newer releases. */
async function openForm(answers: FakeAnswers = {}) {
  let metadata: Record<string, unknown> = {
    meta: { name: 'Studio' },
    theirs: 1,
    player: { other: 7, logo: { size: 3, image: '/channels/old/logo.png' } },
  };
  const files = new Map<string, unknown>([[`/channels/${CHANNEL}/logo.gif`, '']]);
  const store = openStore({
    core: aCore({
      processes: () => [
        {
          id,
          reference: CHANNEL,
          config: { id, reference: CHANNEL, type: 'ffmpeg', input: [], output: [], options: [] },
          metadata: { [METADATA_KEY]: metadata },
        },
      ],
      processMetadata: () => metadata,
      processMetadataSet: ({ body }) => {
        metadata = Object(body);
        return body;
      },
      diskFiles: ({ glob = '' } = {}) =>
        [...files.keys()].filter((name) => name.startsWith(glob.replace('*', ''))).map((name) => ({ name })),
      diskWrite: ({ path, body }) => files.set(path, body),
      diskDelete: ({ path }) => files.delete(path),
      ...answers,
    }),
  });
  store.dispatch(sessionStarted());
  await vi.waitFor(() => expect(store.getState().session.status).toBe('ready'));
  store.dispatch(playerOpened(CHANNEL));
  await vi.waitFor(() => expect(store.getState().player.status === 'open' || store.visited.length > 0).toBe(true));
  const form = () => {
    const { player } = store.getState();
    if (player.status !== 'open') throw new Error(`The form is ${player.status}`);
    return player;
  };
  const save = async () => {
    store.dispatch(playerSaveRequested());
    await vi.waitFor(() => expect(form().busy).toBeNull());
  };
  const pick = (image: PlayerImage, content: string, name: string) =>
    store.dispatch(playerImagePicked({ image, file: new File([content], name) }));
  const change = (changed: (draft: PlayerDraft) => Partial<PlayerDraft>) =>
    store.dispatch(playerChanged(changed(form().draft)));
  const notices = () => store.getState().notice.shown.map(({ tone, text }) => `${tone}: ${text}`);
  return { store, form, save, notices, files, pick, change, metadata: () => metadata };
}

it('the player form saves changes over stored settings, rewrites the page, and closes', async () => {
  const { store, form, save, notices, files, metadata, pick, change } = await openForm();
  pick('logo', '<svg><script>1</script></svg>', 'logo.png');
  await vi.waitFor(() =>
    expect(form()).toMatchObject({ busy: null, draft: { logo: { image: `/channels/${CHANNEL}/logo.svg` } } }),
  );
  // The image must not be on the disk before the save.
  expect(files.has(`/channels/${CHANNEL}/logo.svg`)).toBe(false);
  change(({ logo }) => ({ autoplay: true, logo: { ...logo, link: ' https://x.example ' } }));
  await save();
  expect(metadata()).toMatchObject({
    theirs: 1,
    player: {
      other: 7,
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

const meanwhile: [PlayerImage, string, (draft: PlayerDraft) => Partial<PlayerDraft>, object][] = [
  ['logo', 'another address', ({ logo }) => ({ logo: { ...logo, image: '/x.png' } }), { logo: { image: '/x.png' } }],
  ['logo', 'its removal', withoutLogo, { logo: { image: '' } }],
  ['poster', 'another address', () => ({ ownPoster: true, poster: '/x.png' }), { ownPoster: true, poster: '/x.png' }],
  ['poster', 'its removal', withoutPoster, { ownPoster: false, poster: '' }],
  ['poster', 'the snapshot', () => ({ ownPoster: false }), { ownPoster: false }],
];

it.each(meanwhile)(
  'the player form does not replace a later choice when the check of a %s ends: %s',
  async (image, _, choice, remaining) => {
    const { store, form, change } = await openForm();
    change(() => ({ ownPoster: true, poster: '/old.png' }));
    const { file, arrive } = slowFile('GIF89a', 'mine.gif');
    store.dispatch(playerImagePicked({ image, file }));
    expect(form().busy).toBe('uploading');
    change(choice);
    await vi.waitFor(() => expect(form().busy).toBeNull());
    arrive();
    await new Promise(setImmediate);
    expect(form()).toMatchObject({ refused: null, draft: { ...remaining, uploads: { [image]: null } } });
  },
);

it('the player form applies a checked image despite other changes, but never to another form', async () => {
  const { store, form, change } = await openForm();
  const first = slowFile('GIF89a', 'mine.gif');
  store.dispatch(playerImagePicked({ image: 'logo', file: first.file }));
  change(({ logo }) => ({ mute: true, logo: { ...logo, link: 'https://x.example' } }));
  first.arrive();
  await vi.waitFor(() =>
    expect(form()).toMatchObject({
      busy: null,
      draft: { mute: true, logo: { image: `/channels/${CHANNEL}/logo.gif` } },
    }),
  );
  for (const content of ['GIF89a', 'none']) {
    const { file, arrive } = slowFile(content, 'mine.gif');
    store.dispatch(playerImagePicked({ image: 'logo', file }));
    store.dispatch(playerEditor.actions.closed());
    store.dispatch(playerOpened(CHANNEL));
    await vi.waitFor(() => expect(store.getState().player.status).toBe('open'));
    arrive();
    await new Promise(setImmediate);
    expect(form()).toMatchObject({ busy: null, refused: null, draft: { logo: { image: '/channels/old/logo.png' } } });
  }
});

it('the player form keeps the saved settings if the page cannot be written', async () => {
  const { save, notices, metadata, store } = await openForm({
    diskWrite: () => {
      throw new CoreError(507, 'No space left');
    },
  });
  store.dispatch(playerChanged({ mute: true }));
  await save();
  expect(metadata()).toMatchObject({ player: { mute: true } });
  expect(notices()).toEqual(['success: Player settings saved', 'warning: Failed to update the player ({{0}})']);
});

it('the player form stays open and shows the reason when a save fails', async () => {
  const { store, form, save, notices } = await openForm({
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

const NOT_VALID = 'The selected file is not a valid {{0}} image. Allowed file types are {{1}}';
const NOT_ALLOWED = 'The selected file type ({{0}}) is not allowed. Allowed file types are {{1}}';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>';

it.each<[PlayerImage, string, string, string, string]>([
  ['logo', 'a page', '<!doctype html>', 'logo.svg', NOT_VALID],
  ['logo', 'text', '<?xml version="1.0"?><html/>', 'logo.svg', NOT_VALID],
  ['poster', 'a page', '<!doctype html>', 'poster.png', NOT_VALID],
  ['poster', 'an SVG', SVG, 'poster.svg', NOT_ALLOWED],
  ['poster', 'an SVG that says it is a PNG', SVG, 'poster.png', NOT_VALID],
  [
    'poster',
    'one byte more',
    `GIF89a${' '.repeat(1_048_571)}`,
    'poster.gif',
    'The selected file is too big ({{0}} bytes). Only {{1}} bytes are allowed.',
  ],
])('the player form rejects as %s %s', async (image, _, content, name, text) => {
  const { form, files, pick } = await openForm();
  pick(image, content, name);
  await vi.waitFor(() => expect(form()).toMatchObject({ busy: null, refused: { image, refusal: { text } } }));
  expect(files.size).toBe(1);
});

it('the player form reports an upload that the core rejects, and saves nothing', async () => {
  const { form, save, notices, metadata, pick } = await openForm({
    diskWrite: () => {
      throw new CoreError(507, 'No space left');
    },
  });
  pick('logo', 'GIF89a', 'logo.gif');
  await vi.waitFor(() => expect(form()).toMatchObject({ busy: null, draft: { uploads: { logo: {} } } }));
  await save();
  expect(notices()).toEqual(['error: Failed to save the player settings ({{0}})']);
  expect(metadata()).not.toMatchObject({ player: { logo: { image: `/channels/${CHANNEL}/logo.gif` } } });
  expect(form()).toMatchObject({ draft: { logo: { image: `/channels/${CHANNEL}/logo.gif` } } });
});

it('the player form deletes the file of a removed logo', async () => {
  const { form, change } = await openForm();
  change(() => ({ logo: { image: '/x.png', position: 'top-right', link: 'https://x.example' } }));
  change(withoutLogo);
  expect(form().draft).toMatchObject({ logo: { image: '', position: 'top-left', link: '' } });
});

describe('a poster', () => {
  const at = (type: string) => `/channels/${CHANNEL}/poster.${type}`;

  it('is uploaded on save, replaces one of another type, and can be deleted', async () => {
    const { store, form, save, metadata, files, pick, change } = await openForm();
    files.set(at('jpg'), 'old');
    pick('poster', 'GIF89a', 'poster.png');
    await vi.waitFor(() => expect(form()).toMatchObject({ busy: null, draft: { ownPoster: true, poster: at('gif') } }));
    expect(files.has(at('gif'))).toBe(false);
    await save();
    await vi.waitFor(() => expect(store.visited).toHaveLength(1));
    expect(metadata()).toMatchObject({ player: { poster: at('gif') } });
    expect([...files.keys()].filter((path) => path.includes('poster'))).toEqual([at('gif')]);
    expect(files.get(`/channels/${CHANNEL}/config.js`)).toContain(`"poster":"channels/${CHANNEL}/poster.gif"`);
    change(withoutPoster);
    await save();
    expect(metadata()).toMatchObject({ player: { poster: '' } });
    expect(files.has(at('gif'))).toBe(false);
    expect(files.get(`/channels/${CHANNEL}/config.js`)).toContain(`"poster":"memfs/${CHANNEL}.jpg"`);
  });

  it('at another address is not deleted', async () => {
    const { store, form, save, metadata, files, change } = await openForm();
    files.set(at('png'), '');
    change(() => ({ ownPoster: true, poster: 'https://cdn.example/poster.png' }));
    await save();
    await vi.waitFor(() => expect(store.visited).toHaveLength(1));
    change(() => ({ ownPoster: false }));
    await save();
    expect(form()).toMatchObject({ draft: { poster: 'https://cdn.example/poster.png' } });
    expect(metadata()).toMatchObject({ player: { poster: '' } });
    expect(files.has(at('png'))).toBe(true);
  });
});

it('the player form leads back if the channel is unknown', async () => {
  const { store, notices } = await openForm({
    processes: () => [],
  });
  expect(store.visited).toEqual([`/${CHANNEL}`]);
  expect(notices()).toEqual(['warning: Main channel not found']);
});
