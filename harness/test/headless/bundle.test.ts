import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { pushKeyKey } from '../../../src/api/hlsPushKey.ts';
import { METADATA_KEY } from '../../../src/api/processIds.ts';
import {
  awaitPages,
  exportInstallation,
  importInstallation,
  planInstallation,
} from '../../../src/headless/moveInstallation.ts';
import { type Headless, openHeadless } from '../../../src/headless.ts';
import type { Bundle } from '../../../src/media/bundle/bundle.ts';
import { bundleOf } from '../../../src/media/bundle/bundleOf.ts';
import { bundleFile } from '../../../src/media/bundle/bundleText.ts';
import { DEFAULT_CHOICES, type ImportChoices } from '../../../src/media/bundle/importPlan.ts';
import type { InstalledProcess } from '../../../src/media/bundle/installation.ts';
import { readBundle } from '../../../src/media/bundle/readBundle.ts';
import { nothing, pulled, youtube } from '../../../src/media/bundle/testing.ts';
import { testTempDir } from '../core/testTempDir.ts';
import { TIMED } from '../testing/quickOrWholeSuite.ts';
import { mortalCore, USER } from './killableCore.ts';

/* Moves installations between cores in processes of their own. E2E_CORE_BINARY names another program beside them. */

const PASSPHRASE = 'correct horse battery';
const SEAL = { passphrase: PASSPHRASE, random: (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes)) };
const PICTURE = {
  tile: 'virtualvideo',
  settings: { source: 'testsrc2', size: '320x180', fps: '5' },
  audio: 'none' as const,
};
const STREAM_KEY = 'l1ve-k3y-0f-th3-venue';

const assets = testTempDir();
mkdirSync(path.join(assets, 'player'));
writeFileSync(path.join(assets, 'player/a.js'), '1');
const listed = { version: 'v1', files: [{ path: 'player/a.js', bytes: 1 }] };
writeFileSync(path.join(assets, 'files.json'), JSON.stringify(listed));

const open: { stop(): unknown }[] = [];
afterEach(async () => {
  for (const opened of open.splice(0).toReversed()) await opened.stop();
});

/** @param program null: the embedded core */
async function aCore(program: string | null = null) {
  const core = await mortalCore(testTempDir(), program ?? undefined);
  open.push(core);
  const sluice = openHeadless({ address: core.address, assets });
  open.push(sluice);
  await sluice.logIn(USER);
  const { core: client } = core.client();
  const tokens = await client.login({ body: { username: USER.name, password: USER.password } });
  client.setTokens({ access: tokens.access_token, refresh: tokens.refresh_token });
  return { sluice, core, client };
}

async function exported({ perform }: Headless): Promise<Uint8Array> {
  const { content } = await exportInstallation(perform, { kind: 'installation' }, SEAL);
  return new Uint8Array(await content.arrayBuffer());
}

async function bundleIn(file: Uint8Array): Promise<Bundle> {
  const reading = await readBundle(file, PASSPHRASE);
  return reading.status === 'readable' ? reading.bundle : expect.fail(JSON.stringify(reading.fault));
}

async function imported({ perform }: Headless, bundle: Bundle, choices: Partial<ImportChoices> = {}) {
  const plan = await planInstallation(perform, bundle, { ...DEFAULT_CHOICES, ...choices });
  const result = await importInstallation(perform, plan, () => {});
  expect(result.failure).toBeNull();
  expect(await awaitPages(perform)).toBe(true);
  return plan;
}

/** Without ports and tokens of the machine, which `servers` takes over on request. */
const contentsOf = ({ secrets, servers: _, ...bundle }: Bundle) => ({
  ...bundle,
  files: bundle.files.map(({ path, sha256 }) => ({ path, sha256 })),
  values: secrets.status === 'included' && Object.entries(secrets.values).filter(([owner]) => owner !== 'servers'),
});

/** A live channel with a key of its own, a publication with one, an upload and a website. */
async function setUp({ sluice, client }: Awaited<ReturnType<typeof aCore>>) {
  const channel = await sluice.setUpChannel({ name: 'Studio', source: PICTURE });
  const settings = { address: `127.0.0.1:9/live/${STREAM_KEY}` };
  const publication = await sluice.addPublication({ channel, service: 'rtmp', name: 'Venue', settings });
  const logo = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]);
  await client.diskWrite({ path: `/channels/${channel}/logo.png`, body: new Blob([logo]) });
  await client.metadataSet({
    key: METADATA_KEY,
    body: { version: 1, playersite: { title: 'Ours', playersite: true } },
  });
  await client.metadataSet({ key: pushKeyKey(channel), body: 'push-key-of-hls-1234' });
  await sluice.awaitState(channel, 'live');
  return { channel, publication };
}

const others = [null, ...(process.env.E2E_CORE_BINARY ? [process.env.E2E_CORE_BINARY] : [])];

describe.each(others)('an installation, moved to another core (%s)', (program) => {
  it('has the same channels, keys, files and pages there, and comes back unchanged', async () => {
    const first = await aCore();
    const { channel, publication } = await setUp(first);
    const file = await exported(first.sluice);
    expect(new TextDecoder().decode(file)).not.toContain(STREAM_KEY);
    const bundle = await bundleIn(file);

    const second = await aCore(program);
    await imported(second.sluice, bundle);
    await second.sluice.awaitState(channel, 'live');
    expect(contentsOf(await bundleIn(await exported(second.sluice)))).toEqual(contentsOf(bundle));
    expect(await second.sluice.list()).toMatchObject([
      { id: channel, name: 'Studio', publications: [{ id: publication, name: 'Venue' }] },
    ]);
    const page = (address: string) => fetch(`${address}/${channel}.html`).then((response) => response.text());
    expect((await page(second.core.address)).replaceAll(second.core.address, first.core.address)).toContain('Studio');
    expect((await imported(second.sluice, bundle)).steps).toEqual([]);

    const third = await aCore();
    await imported(third.sluice, await bundleIn(await exported(second.sluice)));
    await third.sluice.awaitState(channel, 'live');
    expect(contentsOf(await bundleIn(await exported(third.sluice)))).toEqual(contentsOf(bundle));
  });
});

it('servers of the core get the application and token of the file, and the core restarts with them', async () => {
  const { sluice, client } = await aCore();
  const servers = { ...nothing().servers, rtmp: { ...nothing().servers.rtmp, app: '/stage', token: 'a-t0ken-0f-it' } };
  const bundle = await bundleOf(
    { ...nothing(), servers },
    { kind: 'installation' },
    { secrets: 'included', secretsOf: () => [] },
  );
  await imported(sluice, bundle, { servers: true });
  const { config } = await client.config();
  expect(config.rtmp).toMatchObject({ enable: true, app: '/stage', token: 'a-t0ken-0f-it' });
  expect((await imported(sluice, bundle, { servers: true })).steps).toEqual([]);
});

/** Stopped, because the machine of a test does not run 250 encoders. */
const stopped = (process: InstalledProcess): InstalledProcess => ({
  ...process,
  order: 'stop',
  config: { ...process.config, autostart: false },
});

const idOf = (kind: string, n: number) => `${kind.repeat(8)}-0000-4000-8000-${String(n).padStart(12, '0')}`;

it(`50 channels with 200 publications are imported within 60 s, with progress ${TIMED}`, async () => {
  const { sluice } = await aCore(process.env.E2E_CORE_BINARY ?? null);
  const channels = Array.from({ length: 50 }, (_, n) => idOf('c', n));
  const processes = channels.flatMap((channel, n) => [
    pulled(channel, `Channel ${n}`),
    ...Array.from({ length: 4 }, (_, at) =>
      youtube(channel, idOf('e', n * 4 + at), `k3y-0f-publ1cat10n-${n * 4 + at}`),
    ),
  ]);
  const files = channels.map((channel) => bundleFile(`/channels/${channel}/logo.png`, new Uint8Array(20_000)));
  const bundle = await bundleOf(
    { ...nothing(), processes: processes.map(stopped), files },
    { kind: 'installation' },
    { secrets: 'included', secretsOf: () => [] },
  );
  const plan = await planInstallation(sluice.perform, bundle, DEFAULT_CHOICES);
  expect(plan.steps).toHaveLength(300);
  const told: number[] = [];
  const begin = performance.now();
  const result = await importInstallation(sluice.perform, plan, ({ done }) => told.push(done));
  const seconds = (performance.now() - begin) / 1000;
  process.stdout.write(`imported in ${seconds.toFixed(1)} s\n`);
  expect(result.failure).toBeNull();
  expect(told).toHaveLength(301);
  expect(seconds).toBeLessThan(60);
});
