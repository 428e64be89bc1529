import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { egressId, ingestId, METADATA_KEY } from '../api/processIds.ts';
import { isGroup } from '../media/stored/storedSchemas.ts';
import { aCore, CHANNEL } from '../testing/coreAnswers.ts';
import { fakeProcesses } from '../testing/fakeProcesses.ts';
import { openStore, type TestStore } from '../testing/openStore.ts';
import { sessionStarted } from './gate/session/actions.ts';
import { channelEditor } from './setup/channelSettings/slice.ts';
import type { RootState } from './setup/index.ts';
import { playerEditor } from './setup/player/slice.ts';
import { publicationEditor } from './setup/publicationForm/slice.ts';
import { sourceEditor } from './setup/source/editor/slice.ts';
import { websiteEditor } from './setup/website/slice.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const UUID = '11111111-2222-4333-8444-000000000001';
const ingest = ingestId(CHANNEL);
const egress = egressId('youtube', UUID);
const streams = [
  { type: 'video', codec: 'h264', stream: 0 },
  { type: 'audio', codec: 'aac', stream: 1 },
];
const others = { note: 'of another program' };
/** Longer than any poll of changes by others. */
const TEN_SECONDS = 10_000;

type Core = ReturnType<typeof aTestCore>;

function aTestCore() {
  const sources = [{ type: 'network', inputs: [{ address: 'rtsp://camera.example/1' }], streams }];
  const profiles = [{ video: { source: 0, stream: 0, encoder: { coder: 'copy', mapping: ['-codec:v', 'copy'] } } }];
  const details = { meta: { name: 'Studio A' }, player: { mute: false } };
  const channel = { version: 1, streams, sources, profiles, ...details };
  const publication = { version: 1, name: 'Main', settings: { stream_key: 'k' } };
  const processes = fakeProcesses({
    [ingest]: { metadata: { [METADATA_KEY]: channel, others } },
    [egress]: { metadata: { [METADATA_KEY]: publication, others } },
  });
  const global: Record<string, unknown> = { [METADATA_KEY]: { version: 1, playersite: { title: 'Ours' } }, others };
  const ofProcess = (id: string) => processes.held.get(id)?.metadata ?? {};
  return { ...processes, global, ofProcess };
}

const isHere = (value: unknown) => (isGroup(value) ? value : {});

interface AnyForm {
  name: string;
  actions: Pick<typeof playerEditor.actions, 'keptMine' | 'tookTheirs' | 'leftOpen' | 'saveRequested' | 'closed'>;
  open: (store: TestStore) => void;
  edit: (store: TestStore) => void;
  state: (state: RootState) => { status: string; draft?: object; others?: { status: string } };
  mine: object;
  goOn: (store: TestStore) => object;
  /** Addresses visited after a save; empty if the form stays open. */
  leads: readonly string[];
}

interface Form extends AnyForm {
  stored: (core: Core) => Record<string, unknown>;
  theirs: object;
  both: { draft: object; stored: object };
  gone: (core: Core) => void;
}

const memberOf = (holder: Record<string, unknown>, key: string) => isHere(isHere(holder[METADATA_KEY])[key]);

const forms: Form[] = [
  {
    name: 'a publication',
    actions: publicationEditor.actions,
    open: (store) =>
      store.dispatch(
        publicationEditor.actions.opened({ channel: CHANNEL, service: 'youtube', uuid: UUID, from: null }),
      ),
    edit: (store) => store.dispatch(publicationEditor.actions.draftChanged({ name: 'Mine' })),
    goOn: (store) => store.dispatch(publicationEditor.actions.draftChanged({ name: 'More' })).payload,
    leads: [`/${CHANNEL}`],
    state: ({ publicationForm }) => publicationForm,
    stored: (core) => isHere(core.ofProcess(egress)[METADATA_KEY]),
    mine: { name: 'Mine' },
    theirs: { settings: { stream_key: 'theirs' } },
    both: {
      draft: { name: 'Mine', settings: { stream_key: 'theirs' } },
      stored: { name: 'Mine', settings: { stream_key: 'theirs' } },
    },
    gone: (core) => core.held.delete(egress),
  },
  {
    name: 'the player',
    actions: playerEditor.actions,
    open: (store) => store.dispatch(playerEditor.actions.opened(CHANNEL)),
    edit: (store) => store.dispatch(playerEditor.actions.draftChanged({ mute: true })),
    goOn: (store) => store.dispatch(playerEditor.actions.draftChanged({ airplay: true })).payload,
    leads: [`/${CHANNEL}`],
    state: ({ player }) => player,
    stored: (core) => memberOf(core.ofProcess(ingest), 'player'),
    mine: { mute: true },
    theirs: { autoplay: true },
    both: { draft: { mute: true, autoplay: true }, stored: { mute: true, autoplay: true } },
    gone: (core) => core.held.clear(),
  },
  {
    name: 'the channel',
    actions: channelEditor.actions,
    open: (store) => store.dispatch(channelEditor.actions.opened(CHANNEL)),
    edit: (store) => store.dispatch(channelEditor.actions.draftChanged({ license: 'CC0 1.0' })),
    goOn: (store) => store.dispatch(channelEditor.actions.draftChanged({ license: 'CC BY 4.0' })).payload,
    leads: [`/${CHANNEL}`],
    state: ({ channelSettings }) => channelSettings,
    stored: (core) => isHere(core.ofProcess(ingest)[METADATA_KEY]),
    mine: { license: 'CC0 1.0' },
    theirs: { meta: { name: 'Theirs' } },
    both: {
      draft: { license: 'CC0 1.0', meta: { name: 'Theirs' } },
      stored: { license: 'CC0 1.0', meta: { name: 'Theirs' } },
    },
    gone: (core) => core.held.clear(),
  },
  {
    name: 'the website',
    actions: websiteEditor.actions,
    open: (store) => store.dispatch(websiteEditor.actions.opened()),
    edit: (store) => store.dispatch(websiteEditor.actions.draftChanged({ title: 'Mine' })),
    goOn: (store) => store.dispatch(websiteEditor.actions.draftChanged({ title: 'More' })).payload,
    leads: [],
    state: ({ website }) => website,
    stored: (core) => memberOf(core.global, 'playersite'),
    mine: { title: 'Mine' },
    theirs: { share: false },
    both: { draft: { title: 'Mine', share: false }, stored: { title: 'Mine', share: false } },
    gone: () => {},
  },
];

const recode = (store: TestStore, coder: string) => {
  const { source } = store.getState();
  if (source.status !== 'open') throw new Error(`It is ${source.status}`);
  const { profile } = source.draft;
  const encoder = { coder, settings: {}, mapping: ['-codec:v', coder] };
  store.dispatch(sourceEditor.actions.draftChanged({ profile: { ...profile, video: { ...profile.video, encoder } } }));
  return { profile: { video: { encoder: { coder } } } };
};

/** Without the source editor, which takes foreign changes as a whole and is tested separately. */
const saved: AnyForm[] = [
  ...forms,
  {
    name: 'the source',
    actions: sourceEditor.actions,
    open: (store) => store.dispatch(sourceEditor.actions.opened({ channel: CHANNEL })),
    edit: (store) => recode(store, 'libx264'),
    state: ({ source }) => source,
    mine: { profile: { video: { encoder: { coder: 'libx264' } } } },
    goOn: (store) => recode(store, 'h264_nvenc'),
    leads: [`/${CHANNEL}/edit`],
  },
];

type OpenableForm = AnyForm & Partial<Pick<Form, 'stored' | 'theirs'>>;

async function openEditor(form: OpenableForm, { pending }: { pending?: Promise<void> } = {}) {
  const core = aTestCore();
  const { processUpdate, processMetadataSet } = core.answers;
  const store = openStore({
    core: aCore({
      ...core.answers,
      processUpdate: async (...args) => {
        await pending;
        return processUpdate?.(...args);
      },
      processMetadataSet: async (...args) => {
        await pending;
        return processMetadataSet?.(...args);
      },
      metadataAll: () => structuredClone(core.global),
      metadataSet: async ({ key, body }) => {
        await pending;
        if (body === null) delete core.global[key];
        else core.global[key] = structuredClone(body);
        return body;
      },
    }),
  });
  const pass = async (ms = 50) => {
    await vi.advanceTimersByTimeAsync(ms);
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(50);
  };
  store.dispatch(sessionStarted());
  await pass();
  form.open(store);
  await pass(3000);
  const state = () => form.state(store.getState());
  const press = async (action: keyof AnyForm['actions']) => {
    store.dispatch(form.actions[action]());
    await pass();
  };
  const elsewhere = () => Object.assign(form.stored?.(core) ?? {}, form.theirs);
  const notices = () => store.getState().notice.shown.map(({ tone, text }) => `${tone}: ${text}`);
  return { core, store, pass, state, press, elsewhere, notices };
}

describe.each(forms)('a form for $name', (form) => {
  it('shows changes by others while there is no input', async () => {
    const { pass, state, elsewhere } = await openEditor(form);
    elsewhere();
    await pass(TEN_SECONDS);
    expect(state()).toMatchObject({
      status: 'open',
      draft: form.theirs,
      stored: form.theirs,
      others: { status: 'none' },
    });
  });

  it('keeps the input when others save, and reports their change', async () => {
    const { store, pass, state, elsewhere } = await openEditor(form);
    form.edit(store);
    elsewhere();
    await pass(TEN_SECONDS);
    expect(state()).toMatchObject({ draft: form.mine, others: { status: 'known' } });
  });

  it.each([
    ['at once', 0],
    ['after a while', TEN_SECONDS],
  ])('asks before it overwrites changes by others, %s', async (_, delayMs) => {
    const { core, store, pass, state, press, elsewhere } = await openEditor(form);
    form.edit(store);
    elsewhere();
    await pass(delayMs);
    const before = structuredClone({ held: [...core.held], global: core.global });
    await press('saveRequested');
    expect(state()).toMatchObject({ draft: form.mine, busy: null, others: { status: 'changed' } });
    expect({ held: [...core.held], global: core.global }).toEqual(before);
    expect(core.interrupted).toEqual([]);
  });

  it('returns from the question to the form, and asks again at the next save', async () => {
    const { store, state, press, elsewhere } = await openEditor(form);
    form.edit(store);
    elsewhere();
    await press('saveRequested');
    await press('leftOpen');
    expect(state()).toMatchObject({ draft: form.mine, others: { status: 'known' } });
    await press('saveRequested');
    expect(state()).toMatchObject({ draft: form.mine, others: { status: 'changed' } });
  });

  it('can take the version of the others', async () => {
    const { store, state, press, elsewhere } = await openEditor(form);
    form.edit(store);
    elsewhere();
    await press('saveRequested');
    await press('tookTheirs');
    expect(state()).toMatchObject({ draft: form.theirs, stored: form.theirs, others: { status: 'none' } });
  });

  it("can keep this operator's input together with unrelated changes by others", async () => {
    const { core, store, state, press, elsewhere, notices } = await openEditor(form);
    form.edit(store);
    elsewhere();
    await press('saveRequested');
    await press('keptMine');
    expect(state()).toMatchObject({ draft: form.both.draft });
    await press('saveRequested');
    expect(form.stored(core)).toMatchObject(form.both.stored);
    expect(notices()).toEqual([expect.stringMatching(/^success/)]);
    expect([core.ofProcess(ingest).others, core.ofProcess(egress).others, core.global.others]).toEqual([
      others,
      others,
      others,
    ]);
  });

  it("keeps this operator's input where both have changed the same", async () => {
    const { core, store, press } = await openEditor(form);
    form.edit(store);
    const [key = ''] = Object.keys(form.mine);
    form.stored(core)[key] = key === 'mute' ? true : 'Yours';
    await press('saveRequested');
    await press('keptMine');
    await press('saveRequested');
    expect(form.stored(core)).toMatchObject(form.mine);
  });

  it('does not ask if others saved the same, or settings that it does not write', async () => {
    const { core, store, press, notices } = await openEditor(form);
    form.edit(store);
    form.stored(core).unknown = 'kept';
    await press('saveRequested');
    expect(notices()).toEqual([expect.stringMatching(/^success/)]);
    expect(form.stored(core)).toMatchObject({ ...form.mine, unknown: 'kept' });
  });

  it('does not overwrite what a newer version has saved meanwhile', async () => {
    const { core, store, press, notices } = await openEditor(form);
    form.edit(store);
    const later = { version: '2.0.0', theirs: 1 };
    core.global[METADATA_KEY] = later;
    Object.assign(core.ofProcess(ingest), { [METADATA_KEY]: later });
    Object.assign(core.ofProcess(egress), { [METADATA_KEY]: later });
    await press('saveRequested');
    expect(notices()).toEqual([expect.stringMatching(/^error/)]);
    expect([core.global, core.ofProcess(ingest), core.ofProcess(egress)]).toEqual(
      [0, 1, 2].map(() => ({ [METADATA_KEY]: later, others })),
    );
  });
});

describe.each(saved)('a form for $name during its save', (form) => {
  const saving = async () => {
    let answer = () => {};
    const pending = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const all = await openEditor(form, { pending });
    form.edit(all.store);
    await all.press('saveRequested');
    expect(all.state()).toMatchObject({ draft: form.mine, busy: 'saving' });
    const answered = async () => {
      answer();
      await all.pass(3000);
    };
    return { ...all, answered };
  };

  it('shows the saved settings after being left and opened again', async () => {
    const { store, pass, state, press, notices, answered } = await saving();
    await press('closed');
    form.open(store);
    await pass(3000);
    expect(state()).toMatchObject({ status: 'loading' });
    await answered();
    expect(state()).toMatchObject({ status: 'open', draft: form.mine, stored: form.mine, busy: null });
    const answer = form.goOn(store);
    await pass(TEN_SECONDS);
    expect(state()).toMatchObject({ draft: answer, stored: form.mine, others: { status: 'none' } });
    expect(store.visited).toEqual([]);
    expect(notices()).toEqual([expect.stringMatching(/^success/)]);
  });

  it('does not navigate after it was left', async () => {
    const { store, state, press, notices, answered } = await saving();
    await press('closed');
    await answered();
    expect(state()).toEqual({ status: 'closed' });
    expect(store.visited).toEqual([]);
    expect(notices()).toEqual([expect.stringMatching(/^success/)]);
  });

  it('keeps and reports new input, and saves it next', async () => {
    const { store, state, press, pass, notices, answered } = await saving();
    const answer = form.goOn(store);
    await answered();
    expect(state()).toMatchObject({ draft: answer, stored: form.mine, busy: null });
    expect(store.visited).toEqual([]);
    const warning = 'warning: What you changed during the save is not saved.';
    expect(notices()).toEqual([expect.stringMatching(/^success/), warning]);
    await pass(TEN_SECONDS);
    await press('saveRequested');
    await pass(3000);
    expect(state()).toMatchObject({ draft: answer, stored: answer, busy: null });
    expect(store.visited).toEqual(form.leads);
  });
});

describe.each(forms.filter(({ name }) => name !== 'the website'))(
  'a form for $name that is deleted meanwhile',
  (form) => {
    it('navigates away if there is no input', async () => {
      const { core, store, pass, notices } = await openEditor(form);
      form.gone(core);
      await pass(TEN_SECONDS);
      expect(store.visited).toEqual([`/${CHANNEL}`]);
      expect(notices()).toContain(
        form.name !== 'a publication' ? 'warning: Main channel not found' : 'warning: Publication service not found',
      );
    });

    it('keeps the input, and reports the deletion when saving', async () => {
      const { core, store, pass, state, press } = await openEditor(form);
      form.edit(store);
      store.enter(true);
      form.gone(core);
      await pass(TEN_SECONDS);
      expect(store.visited).toEqual([]);
      await press('saveRequested');
      expect(state()).toMatchObject({ status: 'open', draft: form.mine, others: { status: 'gone' } });
      await press('leftOpen');
      expect(state()).toMatchObject({ draft: form.mine });
    });
  },
);

it('the publication form asks when another program has changed the process of a publication', async () => {
  const [form] = forms;
  if (!form) throw new Error('No form');
  const { core, store, state, press } = await openEditor(form);
  form.edit(store);
  const process = core.held.get(egress);
  if (process) core.held.set(egress, { ...process, config: { ...process.config, options: ['-theirs'] } });
  await press('saveRequested');
  expect(state()).toMatchObject({ others: { status: 'changed' } });
  expect(core.interrupted).toEqual([]);
});

it('a new publication loads no stored settings', async () => {
  const [form] = forms;
  if (!form) throw new Error('No form');
  const { store, pass, notices } = await openEditor(form);
  const { actions } = publicationEditor;
  store.dispatch(actions.opened({ channel: CHANNEL, service: 'youtube', uuid: null, from: UUID }));
  await pass();
  store.dispatch(actions.draftChanged({ name: 'Copy' }));
  store.dispatch(actions.saveRequested());
  await pass();
  expect(notices()).toEqual([expect.stringMatching(/^success/)]);
});

it('a new publication edited during its save is created once and reports unsaved input', async () => {
  const [form] = forms;
  if (!form) throw new Error('No form');
  const { core, store, pass, notices } = await openEditor(form);
  const { actions } = publicationEditor;
  store.dispatch(actions.opened({ channel: CHANNEL, service: 'youtube', uuid: null, from: UUID }));
  await pass();
  store.dispatch(actions.draftChanged({ name: 'Copy' }));
  store.dispatch(actions.saveRequested());
  store.dispatch(actions.draftChanged({ name: 'Late' }));
  await pass(3000);
  expect(notices()).toEqual([
    expect.stringMatching(/^success/),
    'warning: What you changed during the save is not saved.',
  ]);
  expect(store.visited).toEqual([`/${CHANNEL}`]);
  const names = [...core.held].flatMap(([id, { metadata }]) =>
    id.includes('youtube') ? [isHere(metadata[METADATA_KEY]).name] : [],
  );
  expect(names).toEqual(['Main', 'Copy']);
});
