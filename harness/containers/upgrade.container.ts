import { chown, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { UNREAD } from '../../src/api/answers/fieldSchemas.ts';
import { ProcessConfig } from '../../src/api/answers/process.ts';
import type { Core } from '../../src/api/client.ts';
import { ingestId, METADATA_KEY } from '../../src/api/processIds.ts';
import { type Group, group } from '../test/vectors/case.ts';
import recorded from '../test/vectors/fixtures/recorded-processes.json' with { type: 'json' };
import { operate } from '../tools/demo/demoChannel.ts';
import { freePort } from '../tools/launch/ports.ts';
import { appears } from './bootImage.ts';
import { ALL_IN_ONE, EMBEDDED } from './buildImages.ts';
import { Container } from './container.ts';
import { apiOf, baseOfAllInOne, containerFixture, USER } from './containerFixture.ts';

const { container, started, folders, afterwards } = containerFixture();

/** Data that two releases stored on a real core, each with a channel that generates its picture. */
const RELEASES = [
  { release: '1.1', config: 1, channel: '132818b9-ce2c-4f2d-bee7-ce3359ed24dc', stored: recorded.interfaces['v1.1.0'] },
  {
    release: '1.14',
    config: 3,
    channel: 'eab8758c-1dbd-4c9c-bd25-ac6afbd2d86e',
    stored: recorded.interfaces['v1.14.0'],
  },
] as const;

type StoredRelease = (typeof RELEASES)[number]['stored'];

/** With log levels, a core cannot read the progress of a plain ffmpeg: see e2e/support/existingInstallation.ts. */
const plainOptions = (config: unknown) =>
  ProcessConfig.parse(config).options.map((option) => option.replace(/^level\+/, ''));

/** In the database, limits have other names than in the API. */
function storedOf({ limits, ...config }: Group): Group {
  const { cpu_usage, memory_mbytes, waitfor_seconds } = group(limits);
  return {
    ...{ ...config, options: plainOptions(config) },
    limit_cpu_usage: cpu_usage ?? 0,
    limit_memory_bytes: Number(memory_mbytes ?? 0) * 1024 * 1024,
    limit_waitfor_seconds: waitfor_seconds ?? 0,
  };
}

/** db.json in the core's format; only this channel runs. */
function databaseOf(stored: StoredRelease, channel: string) {
  const all = stored.processes.map((process) => group(JSON.parse(JSON.stringify(process))));
  const process = all.map(({ id, reference, config }) => [
    id,
    {
      ...{ id, reference, config: storedOf(group(config)), created_at: 1_600_000_000, updated_at: 1_600_000_000 },
      order: id === ingestId(channel) ? 'start' : 'stop',
    },
  ]);
  const system = 'global_metadata' in stored ? { [METADATA_KEY]: stored.global_metadata } : {};
  const metadata = all.filter((process) => process.metadata !== null).map((process) => [process.id, process.metadata]);
  return {
    version: 4,
    process: Object.fromEntries(process),
    metadata: { system, process: Object.fromEntries(metadata) },
  };
}

async function storedIn(core: Core): Promise<Map<string, { config: unknown; metadata: unknown }>> {
  const all = await core.processes({ filter: 'config,metadata' });
  return new Map(
    all.map(({ id, config, metadata }) => {
      if (!config || config === UNREAD) throw new Error(`${id} cannot be read`);
      return [id, { config, metadata }];
    }),
  );
}

const expectedGroups = (stored: StoredRelease, { metadata }: ReturnType<typeof databaseOf>) =>
  new Map(
    stored.processes.map(({ id, config }) => [
      id,
      {
        config: { ...ProcessConfig.parse(config), options: plainOptions(config) },
        metadata: metadata.process[id] ?? null,
      },
    ]),
  );

async function formerImage(image: string): Promise<string> {
  const base = await baseOfAllInOne();
  return base === EMBEDDED && image === EMBEDDED ? ALL_IN_ONE : base;
}

describe.each([EMBEDDED, ALL_IN_ONE])('the image %s', (image) => {
  it.each(RELEASES)(
    'continues with the folders of release $release, and so does the former core after it',
    async (row) => {
      const mounts = await folders(['config', 'data']);
      const before = databaseOf(row.stored, row.channel);
      const config = {
        version: row.config,
        id: 'kept',
        name: 'kept',
        rtmp: { enable: true, address: ':1935', token: 'kept' },
      };
      for (const [name, content] of Object.entries({ 'config.json': config, 'db.json': before })) {
        const file = path.join(mounts.config, name);
        await writeFile(file, JSON.stringify(content));
        await chown(file, 10_001, 10_001).catch(() => {});
      }

      const running = await started((await container(image)).withUser(USER).withVolumes(mounts));
      const core = await apiOf(running);
      expect(await storedIn(core)).toEqual(expectedGroups(row.stored, before));
      expect((await core.config()).config).toMatchObject({ id: 'kept', rtmp: { token: 'kept' } });
      await appears(`${running.url}/memfs/${row.channel}.m3u8`);
      const added = await operate(core, (operator) =>
        operator.addPublication({
          ...{ channel: row.channel, name: 'Made after the upgrade', service: 'rtmp' },
          settings: { address: '127.0.0.1:9/live', options: { rtmp_playpath: 'key' } },
        }),
      );
      const after = await storedIn(core);
      expect(after.has(added)).toBe(true);
      expect((await running.stop()).code).toBe(0);
      const written = group(JSON.parse(await readFile(path.join(mounts.config, 'db.json'), 'utf8')));
      expect(written.version).toBe(4);

      const port = await freePort();
      const former = new Container(await formerImage(image)).withEnvironment({
        ...{ CORE_ADDRESS: `127.0.0.1:${port}`, CORE_RTMP_ADDRESS: `127.0.0.1:${await freePort()}` },
        ...{ CORE_API_AUTH_ENABLE: 'true', CORE_API_AUTH_USERNAME: USER.name, CORE_API_AUTH_PASSWORD: USER.password },
      });
      // The former image ran as root.
      former.withUser('0:0').withBindMounts([
        { source: mounts.config, target: '/core/config' },
        { source: mounts.data, target: '/core/data' },
      ]);
      const back = await former.answering(`http://127.0.0.1:${port}`, ['/ping']);
      afterwards(() => back.kill());
      expect(await storedIn(await apiOf(back))).toEqual(after);
      await appears(`${back.url}/memfs/${row.channel}.m3u8`);
    },
  );
});
