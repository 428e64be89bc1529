import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Core } from '../../../src/api/client.ts';
import { egressOf, ingestId, snapshotId } from '../../../src/api/processIds.ts';
import { channelDeletionRequested } from '../../../src/features/live/channel/saga.ts';
import { publicationDeletionConfirmed } from '../../../src/features/live/publication/slice.ts';
import { readInstallation } from '../../../src/features/setup/bundle/readInstallation.ts';
import { channelEditor } from '../../../src/features/setup/channelSettings/slice.ts';
import type { RootState } from '../../../src/features/setup/index.ts';
import { playerEditor } from '../../../src/features/setup/player/slice.ts';
import { publicationEditor } from '../../../src/features/setup/publicationForm/slice.ts';
import { settingsEditor, settingTyped } from '../../../src/features/setup/settings/slice.ts';
import { websiteEditor } from '../../../src/features/setup/website/slice.ts';
import { importInstallation, planInstallation } from '../../../src/headless/moveInstallation.ts';
import { fileStorage, type Headless, openHeadless } from '../../../src/headless.ts';
import { bundleOf } from '../../../src/media/bundle/bundleOf.ts';
import { DEFAULT_CHOICES } from '../../../src/media/bundle/importPlan.ts';
import type { InstalledProcess } from '../../../src/media/bundle/installation.ts';
import { sameJson } from '../../../src/media/stored/sameJson.ts';
import { until } from '../core/testing.ts';
import { testTempDir } from '../core/testTempDir.ts';
import { PATIENCE_MS } from '../testing/machineSlowness.ts';
import { suite } from '../testing/quickOrWholeSuite.ts';
import { type MortalCore, mortalCore, USER } from './killableCore.ts';

type Word = Parameters<Headless['dispatch']>[0];

/* Kills the core after each write of a save in turn: after a restart, all data is old or new, byte by byte. */

const CHANNEL = '3f6b1f0e-7d7e-4c55-9d64-2b6a4c1f9a10';
const OTHER = '3f6b1f0e-7d7e-4c55-9d64-2b6a4c1f9a11';
const others = { note: 'of another program' };

type Side = 0 | 1;

interface Save {
  name: string;
  /** Whether the reverse save is of another kind. */
  bothWays?: true;
  run(sluice: Headless, side: Side): Promise<unknown>;
}

const source = { tile: 'virtualvideo', settings: { source: 'testsrc2', size: '320x180', fps: '5' } };
const { actions: channel } = channelEditor;
const { actions: player } = playerEditor;
const { actions: publication } = publicationEditor;
const { actions: site } = websiteEditor;
const { actions: settings } = settingsEditor;

const edited = (
  name: string,
  form: 'channelSettings' | 'player' | 'publicationForm' | 'settings' | 'website',
  { opens, enters, saves }: { opens: (state: RootState) => Word; enters: (side: Side) => Word; saves: Word },
): Save => ({
  name,
  async run(sluice, side) {
    sluice.dispatch(opens(sluice.store.getState()));
    await sluice.until((state) => state[form].status === 'open', PATIENCE_MS);
    sluice.dispatch(enters(side));
    sluice.dispatch(saves);
    await sluice.until(({ [form]: editor }) => editor.status !== 'open' || editor.busy === null, PATIENCE_MS);
  },
});

const egressesIn = ({ channel: { list } }: RootState) =>
  Object.entries(list.find(({ id }) => id === CHANNEL)?.egresses ?? {});
const isMain = ([, { name }]: ReturnType<typeof egressesIn>[number]) => name === 'Main';
const egressIn = (state: RootState) => egressesIn(state).find(isMain)?.[0] ?? '';
const targetIn = (state: RootState) => ({
  channel: CHANNEL,
  service: egressOf(egressIn(state))?.service ?? '',
  uuid: egressOf(egressIn(state))?.uuid ?? null,
  from: null,
});

const isLost = ({ connection }: RootState) => connection.status === 'lost';

const website = edited('the website', 'website', {
  opens: () => site.opened(),
  enters: (side) => site.draftChanged({ playersite: true, title: `Title ${side}` }),
  saves: site.saveRequested(),
});

/** Of one process, with metadata of another program: an import is as whole as each of its steps. */
const anImport: Save = {
  name: 'an import',
  async run({ perform }, side) {
    const { processes, ...rest } = await perform(() => readInstallation());
    const edit = (process: InstalledProcess): InstalledProcess => ({
      ...process,
      config: { ...process.config, options: ['-v', side === 0 ? 'info' : 'warning'] },
      metadata: { ...process.metadata, more: { side } },
    });
    const wanted = processes.map((process) => (egressOf(process.id) ? edit(process) : process));
    const whole = { kind: 'installation' } as const;
    const options = { secrets: 'included', secretsOf: () => [] } as const;
    const bundle = await bundleOf({ ...rest, processes: wanted }, whole, options);
    const plan = await planInstallation(perform, bundle, DEFAULT_CHOICES);
    await importInstallation(perform, plan, () => {});
  },
};

const saves: readonly Save[] = [
  {
    name: 'the wizard',
    run: (sluice, side) =>
      sluice.setUpChannel({
        id: CHANNEL,
        name: `Studio ${side}`,
        source: { ...source, audio: side === 0 ? 'none' : 'silence' },
      }),
  },
  {
    name: 'a new channel, and one that is deleted',
    bothWays: true,
    async run(sluice, side) {
      if (side === 1)
        return await sluice.setUpChannel({ id: OTHER, name: 'Other', source: { ...source, audio: 'none' } });
      sluice.dispatch(channelDeletionRequested(OTHER));
      return await sluice.until(({ channel: { deleting } }) => deleting === undefined, PATIENCE_MS);
    },
  },
  {
    name: 'a new publication, and one that is deleted',
    bothWays: true,
    async run(sluice, side) {
      const state = sluice.store.getState();
      if (side === 1)
        return await sluice.addPublication({
          channel: CHANNEL,
          service: 'rtmp',
          settings: { address: '127.0.0.1:9/live/new' },
        });
      const added = egressesIn(state).find((egress) => !isMain(egress));
      sluice.dispatch(publicationDeletionConfirmed({ channel: CHANNEL, id: added?.[0] ?? '' }));
      return await sluice.until((now) => egressesIn(now).every(isMain) || isLost(now), PATIENCE_MS);
    },
  },
  edited('a channel', 'channelSettings', {
    opens: () => channel.opened(CHANNEL),
    enters: (side) => channel.draftChanged({ license: side === 0 ? 'CC0 1.0' : 'CC BY 4.0' }),
    saves: channel.saveRequested(),
  }),
  edited('a publication', 'publicationForm', {
    opens: (state) => publication.opened(targetIn(state)),
    enters: (side) => publication.draftChanged({ settings: { address: `127.0.0.1:9/live/${side}` } }),
    saves: publication.saveRequested(),
  }),
  edited('the player', 'player', {
    opens: () => player.opened(CHANNEL),
    enters: (side) => player.draftChanged({ mute: side === 1 }),
    saves: player.saveRequested(),
  }),
  website,
  edited('the settings', 'settings', {
    opens: () => settings.opened(),
    enters: (side) => settingTyped({ path: 'sessions.max_sessions', value: `${side + 1}` }),
    saves: settings.saveRequested(),
  }),
  anImport,
];

let core: MortalCore;
const assets = testTempDir();
mkdirSync(path.join(assets, 'player'));
writeFileSync(path.join(assets, 'player/a.js'), '1');
writeFileSync(
  path.join(assets, 'files.json'),
  JSON.stringify({ version: 'v1', files: [{ path: 'player/a.js', bytes: 1 }] }),
);
/** The storage of one browser, to skip further logins, which are slow on purpose. */
const storage = fileStorage(path.join(testTempDir(), 'storage.json'));
beforeAll(async () => {
  core = await mortalCore(testTempDir());
  const { sluice, reader } = await untilLive();
  await sluice.setUpChannel({ id: CHANNEL, name: 'Studio 0', source: { ...source, audio: 'none' } });
  const egress = await sluice.addPublication({
    channel: CHANNEL,
    service: 'rtmp',
    name: 'Main',
    settings: { address: '127.0.0.1:9/live/0' },
  });
  const stored = reader();
  for (const id of [ingestId(CHANNEL), snapshotId(CHANNEL), egress])
    await stored.processMetadataSet({ id, key: 'others', body: others });
  await stored.metadataSet({ key: 'others', body: others });
  await website.run(sluice, 0);
  await atRest(reader);
  sluice.stop();
});
afterAll(() => core.stop());
beforeEach(async () => {
  await core.stayUp();
  await longAgo();
});

/** A client whose core is killed at the nth write; 0: never. */
async function untilLive() {
  const { core: client, line, arm } = core.client();
  const sluice = openHeadless({ core: client, storage, assets });
  await (storage.read('token') === null ? sluice.logIn(USER) : sluice.enter());
  return { sluice, line, arm, reader: () => core.reader(client) };
}

const isNote = (key: string) => key.startsWith('sluice-');

/** Ages the note of an interrupted save, so that another client may finish it. */
async function longAgo() {
  const { line, core: client } = core.client();
  client.setTokens({ access: '', refresh: storage.read('token') ?? '' });
  await client.renew();
  for (const [key, note] of Object.entries(await client.metadataAll()))
    if (isNote(key)) await client.metadataSet({ key, body: { ...Object(note), at: 0 } });
  line.dead = true;
}

/** Resolves when all follow-up work is done, or its core was killed. */
async function atRest(reader: () => Core, line = { dead: false }) {
  const notes = async () => Object.keys(await reader().metadataAll()).filter((key) => key.startsWith('sluice-rest'));
  await until(
    async () => (line.dead ? [] : await notes().catch((error: unknown) => (line.dead ? [] : Promise.reject(error)))),
    (left) => left.length === 0,
    PATIENCE_MS,
  );
  return reader();
}

async function storedOn(core: Core) {
  const processes = (await core.processes({ filter: 'config,metadata' })).filter(({ id }) => !id.endsWith('_probe'));
  const { config } = await core.config();

  const disk = await core.diskFiles({ glob: '/**' });
  const pages = disk
    .filter(({ name }) => /[.](html|json|js)$/.test(name))
    .map(({ name }) => name)
    .toSorted();
  const texts = await Promise.all(pages.map((path) => core.diskRead({ path })));
  const global = Object.entries(await core.metadataAll()).filter(([key]) => !isNote(key));
  // A new publication has a random id.
  const egresses = processes.flatMap(({ id, metadata }) =>
    egressOf(id) && JSON.stringify(metadata).includes('live/new') ? [id] : [],
  );
  const renamed = (text: string) => egresses.reduce((all, id) => all.replaceAll(id, 'new'), text);
  // Sorted by fixed names, because the random ids sort anywhere.
  const stored = processes.map(({ id, reference, config, metadata }) => ({
    name: renamed(id),
    stored: { reference, config, metadata },
  }));
  const text = JSON.stringify({
    processes: stored.toSorted((a, b) => a.name.localeCompare(b.name)),
    global: Object.fromEntries(global),
    sessions: config.sessions,
    pages: Object.fromEntries(pages.map((path, i) => [path, texts[i]])),
  });
  return JSON.parse(renamed(text));
}

describe.each(suite === 'whole' ? saves : saves.filter(({ name }) => name === 'a channel'))(
  '$name',
  ({ run, bothWays }) => {
    it('is old or new as a whole, wherever the core is killed', async () => {
      const saved = async (side: Side) => {
        const { sluice, reader } = await untilLive();
        await run(sluice, side);
        const stored = await storedOn(await atRest(reader));
        sluice.stop();
        return stored;
      };
      const sides = { 1: await saved(1), 0: await saved(0) };
      expect(sides[0]).not.toEqual(sides[1]);

      /** Saves with a kill at the nth write; null if there are fewer writes. */
      const killed = async (side: Side, nth: number) => {
        const { sluice, line, arm, reader } = await untilLive();
        arm(nth);
        await run(sluice, side).catch((error: unknown) => {
          if (!line.dead) throw error;
        });
        await atRest(reader, line);
        sluice.stop();
        if (!line.dead) return null;
        await core.comeBack();
        await longAgo();
        const next = await untilLive();
        const found = await storedOn(await atRest(next.reader));
        next.sluice.stop();
        return { found, at: `towards ${side}, killed at write ${nth}: ${line.last}` };
      };

      let current: Side = 0;
      for (const side of bothWays ? ([1, 0] as const) : ([1] as const)) {
        const before = side === 1 ? 0 : 1;
        for (let nth = 1; ; nth += 1) {
          if (current !== before) await saved(before);
          current = before;
          const cut = await killed(side, nth);
          if (!cut) break;
          const { found, at } = cut;
          current = sameJson(found, sides[1]) ? 1 : 0;
          expect(found, at).toEqual(sides[current]);
        }
        current = side;
      }
    });
  },
);
