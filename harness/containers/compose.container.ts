import { writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import * as z from 'zod';
import { testTempDir } from '../test/core/testTempDir.ts';
import { sendRequest } from '../tools/edge/sendRequest.ts';
import { freePort } from '../tools/launch/ports.ts';
import { containerFixture, HEALTH } from './containerFixture.ts';
import { MADE_DEBIAN } from './pullOrMakeBaseImages.ts';
import { runProgram } from './runProgram.ts';

const { afterwards } = containerFixture();

/** Debian has Compose as a separate program, others as a plugin. */
const COMPOSE = await runProgram('docker-compose', ['version']).then(
  () => ['docker-compose'],
  () => ['docker', 'compose'],
);
const compose = (args: readonly string[], environment: Record<string, string> = {}) => {
  const [program = '', ...words] = COMPOSE;
  return runProgram(program, [...words, ...args], environment);
};

const fileOptions = (files: readonly string[]) => files.flatMap((file) => ['-f', file]);
const STANDARD = 'docker/compose.yaml';
const PI = { SLUICE_IMAGE: 'sluice-embedded', SLUICE_HOST: 'studio' };

it.each<[string, Record<string, string>]>([
  [STANDARD, {}],
  ['docker/compose.agent.yaml', {}],
  [`${STANDARD} docker/compose.bundle.yaml`, { SLUICE_BUNDLE: '/srv/venues' }],
  [`${STANDARD} docker/compose.devices.yaml`, {}],
  [`${STANDARD} docker/compose.graphics.yaml`, { RENDER_GROUP: '105' }],
  [`${STANDARD} docker/compose.nvidia.yaml`, {}],
  [`${STANDARD} docker/compose.https.yaml`, { SLUICE_DOMAIN: 'live.example.org' }],
  ['docker/pi/compose.yaml', PI],
])('Compose accepts %s', async (files, environment) =>
  expect(await compose([...fileOptions(files.split(' ')), 'config'], environment)).toContain('no-new-privileges'),
);

it.each([
  [`${STANDARD} docker/compose.graphics.yaml`, 'the number of the group render'],
  [`${STANDARD} docker/compose.https.yaml`, 'the name by which viewers reach this machine'],
])('Compose reports the missing variable of %s: %s', async (files, missing) =>
  expect(compose([...fileOptions(files.split(' ')), 'config'])).rejects.toMatchObject({
    output: expect.stringContaining(missing),
  }),
);

const Files = z.looseObject({
  services: z.record(z.string(), z.looseObject({})),
  volumes: z.record(z.string(), z.looseObject({})),
});

/** Starts the files under unique names, without building. */
async function up(files: readonly string[], environment: Record<string, string>) {
  const folder = testTempDir();
  const project = path.basename(folder).toLowerCase();
  const { services, volumes, ...rest } = Files.parse(
    parse(await compose([...fileOptions(files), 'config'], environment)),
  );
  for (const service of Object.values(services)) {
    delete service.container_name;
    delete service.build;
    delete service.restart;
  }
  for (const [name, volume] of Object.entries(volumes)) volume.name = `${project}-${name}`;
  const file = path.join(folder, 'compose.yaml');
  await writeFile(file, stringify({ ...rest, services, volumes }));
  const word = (...args: string[]) => compose(['-p', project, '-f', file, ...args]);
  afterwards(() => word('down', '--volumes', '--timeout', '10'));
  await word('up', '-d', '--no-build');
  return { word, id: async (service: string) => (await word('ps', '-q', service)).trim() };
}

async function ports() {
  const [http, rtmp, srt] = [await freePort(), await freePort(), await freePort()];
  const environment = {
    SLUICE_PORT: `127.0.0.1:${http}`,
    SLUICE_RTMP_PORT: `127.0.0.1:${rtmp}`,
    SLUICE_SRT_PORT: `127.0.0.1:${srt}`,
  };
  return { http, environment };
}

/** Falls back to Debian's Caddy if no registry is reachable. */
async function caddyImage(): Promise<string> {
  const image = 'caddy:2';
  const isPresent = (image: string) =>
    runProgram('docker', ['image', 'inspect', image]).then(
      () => true,
      () => false,
    );
  if ((await isPresent(image)) || (await runProgram('docker', ['pull', '--quiet', image]).catch(() => null)) !== null)
    return image;
  const tag = 'sluice-base/caddy';
  if (await isPresent(tag)) return tag;
  const folder = testTempDir();
  await writeFile(
    path.join(folder, 'Dockerfile'),
    `FROM ${MADE_DEBIAN}\nRUN apt-get update && apt-get install -y --no-install-recommends ca-certificates caddy\n`,
  );
  // Without BuildKit, whose plugin the client may lack.
  await runProgram('docker', ['build', '--network', 'host', '-t', tag, folder], { DOCKER_BUILDKIT: '0' });
  return tag;
}

const page = (port: number) =>
  fetch(`http://127.0.0.1:${port}/ui/`)
    .then((answer) => answer.text())
    .catch(() => '');

describe('the image started by Compose', () => {
  it('is reachable at its ports, healthy and hardened, and stops within 10 s', async () => {
    const { http, environment } = await ports();
    const { word, id } = await up([STANDARD], environment);
    await expect.poll(() => page(http), HEALTH).toMatch(/<title>/i);
    const { HostConfig } = JSON.parse(
      await runProgram('docker', ['inspect', await id('sluice'), '--format', '{{json .}}']),
    );
    expect(HostConfig).toMatchObject({
      ReadonlyRootfs: true,
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges:true'],
    });
    expect(HostConfig.LogConfig).toEqual({ Type: 'json-file', Config: { 'max-file': '3', 'max-size': '10m' } });
    const startedAt = performance.now();
    await word('stop');
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    const { State } = JSON.parse(await runProgram('docker', ['inspect', await id('sluice'), '--format', '{{json .}}']));
    expect(State.ExitCode).toBe(0);
  });

  it("has the machine's devices and their groups", async () => {
    const { http, environment } = await ports();
    const { word } = await up([STANDARD, 'docker/compose.devices.yaml'], environment);
    await expect.poll(() => page(http), HEALTH).toMatch(/<title>/i);
    expect(await word('exec', '-T', 'sluice', 'id', '-G')).toMatch(/^10001 (29 44|44 29)\n$/);
    expect(await word('exec', '-T', 'sluice', 'sh', '-c', 'ls -d /dev/null /dev/full')).toContain('/dev/full');
  });

  it('is reachable by HTTPS at its name only', async () => {
    const { http, environment } = await ports();
    const [plain, tls] = [await freePort(), await freePort()];
    await up([STANDARD, 'docker/compose.https.yaml'], {
      ...environment,
      ...{ SLUICE_DOMAIN: 'localhost', CADDY_IMAGE: await caddyImage() },
      ...{ HTTP_PORT: `127.0.0.1:${plain}`, HTTPS_PORT: `127.0.0.1:${tls}` },
    });
    await expect.poll(() => page(http), HEALTH).toMatch(/<title>/i);
    const status = (servername: string) =>
      new Promise<number>((resolve) => {
        const options = { host: '127.0.0.1', port: tls, servername, path: '/ui/', rejectUnauthorized: false };
        const sent = request({ ...options, agent: false, headers: { Host: servername } }, (answer) => {
          answer.resume();
          resolve(answer.statusCode ?? 0);
        });
        sent.on('error', () => resolve(0));
        sent.end();
      });
    await expect.poll(() => status('localhost'), HEALTH).toBe(200);
    expect(await status('other.example.org')).toBe(0);
    const moved = await sendRequest(plain, '/ui/', { headers: { Host: 'localhost' } });
    expect(moved.status).toBe(308);
  });
});
