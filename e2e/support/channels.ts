import { randomUUID } from 'node:crypto';
import type { CoreUnderTest } from '../../harness/core/coreUnderTest.ts';
import type { ProcessConfig } from '../../src/api/answers/process.ts';
import type { Core } from '../../src/api/client.ts';
import { egressId, egressOf, ingestId, METADATA_KEY } from '../../src/api/processIds.ts';
import { snapshotFile, snapshotPath } from '../../src/media/hls/hlsFiles.ts';
import { parseEgressMetadata } from '../../src/media/stored/metadata.ts';
import type { AllowedError } from './browser/pageErrors.ts';
import { expect } from './expect.ts';

/** A small, slow picture: two cores have to encode and show several at a time. */
export const MODEST = { source: 'testsrc2', size: '320x180', fps: '10' };

export const noSnapshot: AllowedError = {
  line: new RegExp(`^status 404: GET \\S+/${snapshotPath('\\S+')}`),
  why: 'A channel that never ran has no snapshot yet.',
};

/** Adds channels that are stopped, except for the first, which keeps failing. */
export async function addChannels(core: Core, names: readonly string[]): Promise<void> {
  for (const [i, name] of names.entries()) {
    const channel = randomUUID();
    const id = ingestId(channel);
    await core.processAdd({
      body: {
        id,
        type: 'ffmpeg',
        reference: channel,
        input: [{ id: 'input_0', address: `/nothing-${i}.ts`, options: [] }],
        output: [{ id: 'output_0', address: '-', options: ['-f', 'null'] }],
        options: [],
        reconnect: true,
        reconnect_delay_seconds: 3600,
        autostart: i === 0,
        stale_timeout_seconds: 0,
      },
    });
    await core.processMetadataSet({ id, key: METADATA_KEY, body: { version: 1, meta: { name } } });
  }
}

/** Adds channels like `addChannels`, with this metadata by name. */
export async function addChannelsWith(core: Core, stored: Readonly<Record<string, object>>): Promise<void> {
  await addChannels(core, Object.keys(stored));
  for (const { id } of await core.processes({})) {
    const at = { id, key: METADATA_KEY };
    const before = Object(await core.processMetadata(at));
    const { meta = {}, ...more } = Object(stored[before.meta?.name]);
    await core.processMetadataSet({ ...at, body: { ...before, ...more, meta: { ...before.meta, ...meta } } });
  }
}

export async function addLiveChannel(core: Core, name: string) {
  const channel = randomUUID();
  const id = ingestId(channel);
  const reading = (address: string, options: string[]) => ({
    ...{ id, type: 'ffmpeg', reference: channel, options: [], stale_timeout_seconds: 0 },
    input: [{ id: 'input_0', address, options }],
    output: [{ id: 'output_0', address: '-', options: ['-f', 'null'] }],
    ...{ reconnect: true, reconnect_delay_seconds: 3600, autostart: true },
  });
  const setName = () => core.processMetadataSet({ id, key: METADATA_KEY, body: { version: 1, meta: { name } } });
  await core.processAdd({ body: reading('testsrc2=size=160x90:rate=10', ['-re', '-f', 'lavfi']) });
  await setName();
  return {
    id: channel,
    async breaks() {
      await core.processUpdate({ id, body: reading('/nothing.ts', []) });
      await setName();
    },
  };
}

/** Restarts the snapshots: the first one can come before the first picture, and the next a minute later. */
export async function takeSnapshots(core: Core): Promise<void> {
  const snapshots = (await core.processes({})).filter(({ id }) => id.endsWith('_snapshot'));
  for (const { id } of snapshots)
    for (const command of ['stop', 'start'] as const) await core.processCommand({ id, body: { command } });
  await expect.poll(async () => (await core.memFiles({ glob: snapshotFile('*') })).length).toBe(snapshots.length);
}

export const someNames = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `Stage ${String(i + 1).padStart(3, '0')}`);

export const egressesOf = async (core: CoreUnderTest) =>
  (await (await core.api()).processes({ filter: 'config,state' })).filter(({ id }) => egressOf(id) !== null);

/** Returns the config of a process, and throws if it is missing. */
export async function configOf(core: Core, id: string): Promise<ProcessConfig> {
  const { config } = await core.process({ id, filter: 'config' });
  if (!config || config === 'unread') throw new Error(`The core does not say what ${id} is made of`);
  return config;
}

/** The outputs of a publication: those of its process, then of the process of its backup. */
export async function outputsOf(core: Core, id: string): Promise<ProcessConfig['output']> {
  const { metadata } = await core.process({ id, filter: 'metadata' });
  const { backup } = parseEgressMetadata(Object(metadata)[METADATA_KEY]).control;
  const second = backup === undefined ? [] : [egressId(egressOf(id)?.service ?? '', backup)];
  return (await Promise.all([id, ...second].map((channel) => configOf(core, channel)))).flatMap(({ output }) => output);
}
