import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { egressOf } from '../../../src/api/processIds.ts';
import { undoRequested } from '../../../src/features/gate/notice/slice.ts';
import { channelDeletionRequested } from '../../../src/features/live/channel/saga.ts';
import { publicationDeletionConfirmed } from '../../../src/features/live/publication/slice.ts';
import { channelEditor } from '../../../src/features/setup/channelSettings/slice.ts';
import type { RootState } from '../../../src/features/setup/index.ts';
import { playerEditor } from '../../../src/features/setup/player/slice.ts';
import { publicationEditor } from '../../../src/features/setup/publicationForm/slice.ts';
import { websiteEditor } from '../../../src/features/setup/website/slice.ts';
import {
  previewRequested,
  restoreConfirmed,
  versionsOpened,
  type WithVersions,
} from '../../../src/features/versions/revision/slice.ts';
import { type Headless, openHeadless } from '../../../src/headless.ts';
import { parseRevisions, REVISIONS_KEY } from '../../../src/media/revision/revisions.ts';
import { until } from '../core/testing.ts';
import { testTempDir } from '../core/testTempDir.ts';
import { PATIENCE_MS } from '../testing/machineSlowness.ts';
import { type MortalCore, mortalCore, USER } from './killableCore.ts';

/* Saves on a running core are undone and restored. Another one: E2E_CORE_BINARY. */

type Shown = RootState & Partial<WithVersions>;
type Action = Parameters<Headless['dispatch']>[0];

const CHANNEL = '3f6b1f0e-7d7e-4c55-9d64-2b6a4c1f9a10';
const others = { note: 'of another program', list: [1, { a: null }], 'a.b': '{{0}}' };
const source = { tile: 'virtualvideo', settings: { source: 'testsrc2', size: '320x180', fps: '5' } };

let core: MortalCore;
let sluice: Headless;
let egress = '';
let api: ReturnType<MortalCore['client']>['core'];

const assets = testTempDir();
mkdirSync(path.join(assets, 'player'));
writeFileSync(path.join(assets, 'player/a.js'), '1');
writeFileSync(
  path.join(assets, 'files.json'),
  JSON.stringify({ version: 'v1', files: [{ path: 'player/a.js', bytes: 1 }] }),
);

beforeAll(async () => {
  core = await mortalCore(testTempDir(), process.env.E2E_CORE_BINARY);
  const { core: client } = core.client();
  api = client;
  sluice = openHeadless({ core: client, assets });
  await sluice.logIn(USER);
  await sluice.setUpChannel({ id: CHANNEL, name: 'Studio', source: { ...source, audio: 'none' } });
  const settings = { address: '127.0.0.1:9/live/secret-key-1234' };
  egress = await sluice.addPublication({ channel: CHANNEL, service: 'rtmp', name: 'Main', settings });
  await api.processMetadataSet({ id: egress, key: 'others', body: others });
  await saveForm(
    'website',
    websiteEditor.actions.opened(),
    websiteEditor.actions.draftChanged({ playersite: true }),
    websiteEditor.actions.saveRequested(),
  );
});
afterAll(async () => {
  sluice.stop();
  await core.stop();
});

type FormName = 'channelSettings' | 'player' | 'publicationForm' | 'website';

async function saveForm(form: FormName, opens: Action, enters: Action, saves: Action) {
  sluice.dispatch(opens);
  await sluice.until((state: RootState) => state[form].status === 'open', PATIENCE_MS);
  sluice.dispatch(enters);
  sluice.dispatch(saves);
  await sluice.until(({ [form]: editor }) => editor.status !== 'open' || editor.busy === null, PATIENCE_MS);
}

/** As the core answers, with all fields that it knows. */
async function storedOn() {
  const token = api.tokens.access;
  const read = async (at: string) => {
    const answer = await fetch(`${core.address}/api/v3/${at}`, { headers: { Authorization: `Bearer ${token}` } });
    return await answer.json();
  };
  const processes: { id: string; config: unknown; metadata: unknown }[] = await read('process?filter=config,metadata');
  const global: Record<string, unknown> = await read('metadata');
  const lasting = processes.filter(({ id }) => !/_(probe|upload)/.test(id));
  return {
    processes: lasting
      .map(({ id, config, metadata }) => ({ id, config, metadata }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    global: Object.fromEntries(Object.entries(global).filter(([key]) => !key.startsWith('sluice-'))),
  };
}

async function revisionsOn() {
  const all = Object.entries(await api.metadataAll()).flatMap(([key, raw]) => {
    const parsed = key.startsWith(REVISIONS_KEY) ? parseRevisions(raw) : 'newer';
    return parsed === 'newer' ? [] : parsed.list.map(({ at }) => ({ channel: key.slice(REVISIONS_KEY.length), at }));
  });
  return all.toSorted((a, b) => b.at - a.at);
}

/** Dispatches and waits until a further revision is stored, and the save has ended. */
async function untilRecorded(act: () => unknown) {
  const before = (await revisionsOn()).length;
  await act();
  await until(revisionsOn, (now) => now.length === before + 1, PATIENCE_MS);
  const isSaving = async () => Object.keys(await api.metadataAll()).some((key) => key.startsWith('sluice-saving'));
  await until(isSaving, (now) => !now, PATIENCE_MS);
  const [newest] = await revisionsOn();
  if (!newest) throw new Error('There is no revision');
  return newest;
}

const { actions: publication } = publicationEditor;
const target = (id: string) => ({
  channel: CHANNEL,
  service: egressOf(id)?.service ?? '',
  uuid: egressOf(id)?.uuid ?? null,
  from: null,
});

const saves: readonly [name: string, act: () => Promise<unknown>][] = [
  ['a source', () => sluice.setUpChannel({ id: CHANNEL, name: 'Other', source: { ...source, audio: 'silence' } })],
  [
    'a license',
    () =>
      saveForm(
        'channelSettings',
        channelEditor.actions.opened(CHANNEL),
        channelEditor.actions.draftChanged({ license: 'CC0 1.0' }),
        channelEditor.actions.saveRequested(),
      ),
  ],
  [
    'a publication',
    () =>
      saveForm(
        'publicationForm',
        publication.opened(target(egress)),
        publication.draftChanged({ name: '{{0}}', settings: { address: '127.0.0.1:9/live/other' } }),
        publication.saveRequested(),
      ),
  ],
  [
    'a new publication',
    () => sluice.addPublication({ channel: CHANNEL, service: 'rtmp', settings: { address: '127.0.0.1:9/live/new' } }),
  ],
  [
    'a publication that is deleted',
    async () => sluice.dispatch(publicationDeletionConfirmed({ channel: CHANNEL, id: egress })),
  ],
  [
    'the player',
    () =>
      saveForm(
        'player',
        playerEditor.actions.opened(CHANNEL),
        playerEditor.actions.draftChanged({ mute: true }),
        playerEditor.actions.saveRequested(),
      ),
  ],
  [
    'the website',
    () =>
      saveForm(
        'website',
        websiteEditor.actions.opened(),
        websiteEditor.actions.draftChanged({ title: 'Ours' }),
        websiteEditor.actions.saveRequested(),
      ),
  ],
  ['a channel that is deleted', async () => sluice.dispatch(channelDeletionRequested(CHANNEL))],
];

describe.each(saves)('a save of %s on a running core', (name, act) => {
  it('is undone, repeated, and restored later, to what the core stored before', async () => {
    const before = await storedOn();
    const saved = await untilRecorded(act);
    const after = await storedOn();
    expect(after).not.toEqual(before);
    const undone = await untilRecorded(() => sluice.dispatch(undoRequested(saved)));
    expect(await storedOn()).toEqual(before);
    if (name === 'a channel that is deleted') return;
    await untilRecorded(() => sluice.dispatch(undoRequested(undone)));
    expect(await storedOn()).toEqual(after);
    sluice.dispatch(versionsOpened(saved.channel));
    await sluice.until(({ revision }: Shown) => revision?.status === 'open', PATIENCE_MS);
    sluice.dispatch(previewRequested(saved.at));
    await sluice.until(({ revision }: Shown) => revision?.status === 'open' && revision.preview !== null, PATIENCE_MS);
    await untilRecorded(() => sluice.dispatch(restoreConfirmed()));
    expect(await storedOn()).toEqual(before);
  });
});
