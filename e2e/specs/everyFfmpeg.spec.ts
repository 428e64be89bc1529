import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import type { CoreUnderTest } from '../../harness/core/coreUnderTest.ts';
import { TEST_MS } from '../../harness/test/testing/machineSlowness.ts';
import { freePort } from '../../harness/tools/launch/ports.ts';
import { channelOfIngest } from '../../src/api/processIds.ts';
import type { Operator } from '../pages/operator.ts';
import { Publications } from '../pages/publications.ts';
import type { AllowedError } from '../support/browser/pageErrors.ts';
import { FFMPEGS } from '../support/ffmpegsUnderTest.ts';
import { type Receiver, serviceReceivers } from '../support/serviceReceivers.ts';
import { test as base, expect } from '../test.ts';

/** Length of the test of a copied channel. A core ends a process without progress after 30 s. */
const COPIED_MINUTES = z.coerce.number().positive().catch(1).parse(process.env.E2E_COPIED_MINUTES);
const LOOK_EVERY_MS = 2000;

const SENT = [
  { service: 'RTMP', encoder: null },
  { service: 'HLS', encoder: null },
  { service: 'MPEG-TS', encoder: 'libx264' },
] as const;

const restarts: AllowedError = {
  line: /^(request failed: \w+ \S+ net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE)|status 404: POST \S+\/api\/login)$/,
  why: 'The core restarts with its new user: it is away for a moment, and its login comes with the restart.',
};

const destinationOf = (service: string) => {
  const found = serviceReceivers.find((entry) => entry.service === service);
  if (!found) throw new Error(`No receiver of ${service}`);
  return found;
};

async function goLive(operator: Operator, address: string) {
  await operator.open();
  const user = await operator.register();
  await operator.wizard.begin();
  await operator.wizard.pullFrom(address);
  await operator.wizard.acceptAll();
  await operator.sees('Live');
  return user;
}

async function publish(publications: Publications, { service, encoder }: (typeof SENT)[number], port: number) {
  await publications.add(service);
  for (const [label, value] of Object.entries(destinationOf(service).fields(port)))
    await publications.field(label).fill(value);
  if (encoder) {
    await publications.tab('Encoding');
    await publications.field('Video encoding').selectOption(encoder);
    await publications.tab('General');
  }
  await publications.saveAs(`To ${service}`);
}

async function ingestOf(core: CoreUnderTest, user: { name: string; password: string }) {
  const api = await core.api();
  const { access_token: access, refresh_token: refresh } = await api.login({
    body: { username: user.name, password: user.password },
  });
  api.setTokens({ access, refresh });
  return async () => {
    const ingest = (await api.processes({ filter: 'state' })).find(({ id }) => channelOfIngest(id));
    return { seconds: ingest?.state?.runtime_seconds ?? 0, log: await api.log() };
  };
}

for (const { name, program } of FFMPEGS) {
  const test = base.extend({
    user: null,
    environment: async ({ user: _ }, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'sluice-ffmpeg-'));
      await use({ CORE_FFMPEG_BINARY: await program(folder) });
      await rm(folder, { recursive: true });
    },
  });

  test.describe(`${name} @own-core @this-machine`, () => {
    test(`sets up and plays a channel, shows its figures, and publishes to three services: ${name}`, async ({
      operator,
      sources,
      pageErrors,
      page,
    }) => {
      test.slow();
      pageErrors.allow(restarts);
      await goLive(operator, (await sources.hls()).url);
      await expect(operator.player).toPlay();

      const source = page.getByRole('region', { name: 'Source', exact: true });
      for (const [figure, shown] of [
        ['Video', '160×90 · H.264'],
        ['Frame rate', '10 fps'],
        ['Audio', 'AAC · 44.1 kHz · stereo'],
      ] as const)
        await expect(source.locator('.description', { hasText: figure }).first(), figure).toContainText(shown);

      const publications = new Publications(page);
      const receivers: Receiver[] = [];
      try {
        for (const destination of SENT) {
          const port = await freePort();
          await publish(publications, destination, port);
          receivers.push(await destinationOf(destination.service).receiver(port));
        }
        const arrived = Promise.all(receivers.map((receiver) => receiver.arrives()));
        await publications.forAll('Start all');
        await arrived;
        for (const { service } of SENT) await publications.isLive(`To ${service}`);
        await operator.sees('Live');
        await expect(operator.player).toPlay();
      } finally {
        for (const receiver of receivers) await receiver[Symbol.asyncDispose]();
      }
    });

    test(`does not end a copied channel as stale: ${name}`, async ({ operator, core, sources, pageErrors }) => {
      test.setTimeout(TEST_MS + COPIED_MINUTES * 60_000);
      pageErrors.allow(restarts);
      const user = await goLive(operator, (await sources.hls()).url);
      const readIngest = await ingestOf(core, user);
      const states = new Set<string>();
      let last = await readIngest();
      await expect
        .poll(
          async () => {
            states.add((await operator.channelButton.textContent()) ?? '');
            last = await readIngest();
            return last.seconds;
          },
          { intervals: [LOOK_EVERY_MS], timeout: TEST_MS + COPIED_MINUTES * 60_000 },
        )
        .toBeGreaterThan(COPIED_MINUTES * 60);
      expect([...states].filter((state) => !/Live/.test(state))).toEqual([]);
      expect(last.log.filter((line) => /stale/i.test(line))).toEqual([]);
      await expect(operator.player).toPlay();
    });
  });
}
