import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { releaseHolds } from '../../../agent/releaseHolds.ts';
import { heldChannels } from '../../../agent/watchHolds.ts';
import { Process, ProcessConfig } from '../../../src/api/answers/process.ts';
import { SkillsAnswer } from '../../../src/api/answers/skills.ts';
import { type Core, createCoreClient } from '../../../src/api/client.ts';
import { channelOfHold, channelOfIngest, isEgress, METADATA_KEY, slateId } from '../../../src/api/processIds.ts';
import { publicationsOn, switchedOutputs } from '../../../src/features/setup/slate/draft.ts';
import { skillsOf } from '../../../src/media/encoding/skills.ts';
import { releasePublication } from '../../../src/media/hold/releasePublication.ts';
import { someSkills } from '../../../src/testing/coreAnswers.ts';
import { start, until } from '../core/testing.ts';
import { type Group, group, list } from './case.ts';
import recorded from './fixtures/recorded-processes.json' with { type: 'json' };

interface StoredProcess {
  config: ProcessConfig;
  metadata: Group;
}

const skills = skillsOf(SkillsAnswer.parse(someSkills()));
const installed = list(recorded.interfaces['v1.14.0'].processes).map(
  ({ config, metadata }): StoredProcess => ({ config: ProcessConfig.parse(config), metadata: group(metadata) }),
);
const publications = installed.filter(({ config }) => isEgress(config.id));
const ingests = installed.filter(({ config }) => channelOfIngest(config.id) !== null);
const found = ({ config, metadata }: StoredProcess) =>
  Process.parse({ id: config.id, reference: config.reference, config, metadata });
const withNames = (all: readonly StoredProcess[]) =>
  all.map((stored): [id: string, stored: StoredProcess] => [stored.config.id, stored]);

function switched(stored: StoredProcess): StoredProcess {
  const channel = stored.config.reference;
  const [listed] = publicationsOn([found(stored)], channel, null);
  const [write] = listed ? switchedOutputs(listed, channel, skills) : [];
  if (!write) throw new Error(`${stored.config.id} is not listed`);
  return { config: write.process, metadata: { ...stored.metadata, [METADATA_KEY]: asJson(write.metadata) } };
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const isListedAsProtected = (stored: StoredProcess) =>
  publicationsOn([found(stored)], stored.config.reference, null).map(({ isProtected }) => isProtected);
const readsAHold = ({ config }: Pick<StoredProcess, 'config'>) =>
  config.input.some(({ address }) => channelOfHold(address) === config.reference);

/** Release 1.14 opens a stored publication and saves it with an input of a source that it knows. */
const SAVES: readonly [how: string, save: (recorded: StoredProcess, saved: StoredProcess) => StoredProcess][] = [
  [
    'keeps unknown settings',
    ({ config, metadata }, saved) => ({
      config,
      metadata: { ...metadata, [METADATA_KEY]: withFlagOf(saved, metadata) },
    }),
  ],
  ['drops unknown settings', ({ config, metadata }) => ({ config, metadata })],
];

function withFlagOf(saved: StoredProcess, metadata: Group): Group {
  const own = group(metadata[METADATA_KEY]);
  const source = group(group(group(saved.metadata[METADATA_KEY]).control).source);
  return { ...own, control: { ...group(own.control), source } };
}

describe('a publication of release 1.14', () => {
  it('is recorded 26 times, with 7 channels', () => expect([publications.length, ingests.length]).toEqual([26, 7]));

  it.each(withNames(publications))('is unchanged after it was protected and released: %s', (_, stored) => {
    const saved = switched(stored);
    expect([readsAHold(saved), isListedAsProtected(saved)]).toEqual([true, [true]]);
    const released = releasePublication(saved);
    expect(released?.config).toEqual(stored.config);
    // Any save of this interface adds fields to data of release 1.14.
    expect(released?.metadata).toEqual(switched(saved).metadata);
  });

  it.each(withNames(publications))('is unchanged after a program has protected only its input: %s', (_, stored) => {
    const { config } = switched(stored);
    const released = releasePublication({ config, metadata: stored.metadata });
    expect([released?.config, released?.metadata]).toEqual([stored.config, stored.metadata]);
  });

  describe.each(SAVES)('protected, then saved by release 1.14, which %s', (_, save) => {
    it.each(withNames(publications))('loses input and flag together, and can be protected again: %s', (_, stored) => {
      const saved = save(stored, switched(stored));
      expect([readsAHold(saved), isListedAsProtected(saved)]).toEqual([false, [false]]);
      const reprotected = switched(saved);
      expect([readsAHold(reprotected), isListedAsProtected(reprotected)]).toEqual([true, [true]]);
      expect(releasePublication(reprotected)?.config).toEqual(stored.config);
    });
  });
});

it.each(withNames(ingests))('a channel of release 1.14 can be protected: %s', (_, { config }) => {
  const channel = config.reference;
  const reader = {
    ...config,
    id: 'reader',
    input: [{ id: 'input_0', address: `{memfs}/hold-${channel}.m3u8`, options: [] }],
  };
  expect(heldChannels([config, reader]).get(channel)?.window).toBeGreaterThanOrEqual(4);
});

const namesOfOurs = async (home: string) =>
  (await readFile(join(home, 'db', 'db.json'), 'utf8')).match(/\bhold\b|\bsluice\b/g) ?? [];

describe('an installation of release 1.14', () => {
  async function installation() {
    const {
      core: embedded,
      at,
      home,
    } = await start({ CORE_RTMP_ENABLE: 'true', CORE_SRT_ENABLE: 'true', CORE_SRT_ADDRESS: '127.0.0.1:0' });
    const core = createCoreClient({ address: at(''), freshMs: 0 });
    for (const stored of installed) await write(core, stored, 'processAdd');
    return { core, embedded, home };
  }

  /** Stored without being started; it still reads its hold. */
  async function write(core: Core, { config, metadata }: StoredProcess, by: 'processAdd' | 'processUpdate') {
    const body = { ...config, autostart: false };
    if (by === 'processAdd') await core.processAdd({ body });
    else await core.processUpdate({ id: body.id, body });
    for (const [key, value] of Object.entries(metadata))
      await core.processMetadataSet({ id: body.id, key, body: value });
  }

  async function protect(core: Core) {
    for (const stored of publications) await write(core, switched(stored), 'processUpdate');
    await until(
      () => core.memFiles({ glob: '/hold-*.json' }),
      (files) => files.length === 1,
    );
  }

  async function whole(core: Core) {
    const processes = await core.processes({ filter: 'config,metadata' });
    return processes
      .map(({ id, config, metadata }) => ({ id, config, metadata }))
      .sort((a, b) => a.id.localeCompare(b.id));
  }

  async function isLeft(core: Core) {
    await until(
      () => core.memFiles({ glob: '/*hold*' }),
      (files) => files.length === 0,
    );
    expect(await core.processes({ id: slateId(publications[0]?.config.reference ?? '') })).toEqual([]);
  }

  it('is not changed by the agent if release 1.14 saves its publications', async () => {
    const { core, home } = await installation();
    const before = await whole(core);
    await protect(core);
    for (const stored of publications) await write(core, stored, 'processUpdate');
    await isLeft(core);
    expect(await whole(core)).toEqual(before);
    expect(await namesOfOurs(home)).toEqual([]);
  });

  it('runs as before after a release, and stores nothing that only the agent knows', async () => {
    const { core, embedded, home } = await installation();
    const before = await whole(core);
    await protect(core);
    expect(await releaseHolds(core, () => undefined)).toBe(true);
    await isLeft(core);
    expect((await whole(core)).map(({ config }) => config)).toEqual(before.map(({ config }) => config));
    await embedded.stop();
    expect(await namesOfOurs(home)).toEqual([]);
  });
});
