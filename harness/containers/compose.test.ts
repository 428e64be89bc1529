import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';

const files = ['docker', 'docker/pi'].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => /^compose.*\.yaml$/.test(name))
    .map((name) => path.join(folder, name)),
);
/** The subset of https://docs.docker.com/reference/compose-file/ that our files use; strict, to find typos. */
const Service = z.strictObject({
  image: z.string().optional(),
  build: z
    .strictObject({
      context: z.string().optional(),
      dockerfile: z.string().optional(),
      target: z.string().optional(),
      dockerfile_inline: z.string().optional(),
      args: z.record(z.string(), z.string()).optional(),
    })
    .optional(),
  container_name: z.string().optional(),
  hostname: z.string().optional(),
  command: z.array(z.string()).optional(),
  entrypoint: z.array(z.string()).optional(),
  depends_on: z.array(z.string()).optional(),
  restart: z.enum(['unless-stopped', 'always']).optional(),
  stop_grace_period: z.string().optional(),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  devices: z.array(z.string()).optional(),
  device_cgroup_rules: z.array(z.string().regex(/^c \d+:\* rmw$/)).optional(),
  group_add: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).optional(),
  cap_drop: z.array(z.string()).optional(),
  cap_add: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  logging: z.strictObject({ driver: z.string(), options: z.record(z.string(), z.string()) }).optional(),
  deploy: z.unknown().optional(),
});
const Compose = z.strictObject({
  services: z.record(z.string(), Service),
  volumes: z.record(z.string(), z.strictObject({ name: z.string() })).optional(),
});
const read = (file: string) => Compose.parse(parse(readFileSync(file, 'utf8')));

describe.each(files)('the Compose file %s', (file) => {
  const services = Object.values(read(file).services);

  it('grants no right that the image does not need', () => {
    for (const { image, build, read_only, cap_drop, cap_add = [], security_opt, volumes = [] } of services) {
      for (const volume of volumes.filter((mount) => /^[./]/.test(mount))) expect(volume).toMatch(/:ro$/);
      expect(cap_add).toEqual(/caddy/.test(image ?? '') ? ['NET_BIND_SERVICE'] : []);
      // An override file has no image.
      if (image === undefined && build === undefined) continue;
      expect({ read_only, cap_drop, security_opt }).toEqual({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
    }
  });

  it('has groups by number, each once, because some Compose programs reject duplicates', () => {
    for (const { group_add = [] } of services) {
      const numbers = group_add.map((group) => /^\$\{[A-Z]+_GROUP:[-?](.+)\}$/.exec(group)?.[1] ?? group);
      expect(new Set(numbers).size).toBe(numbers.length);
      for (const number of numbers) expect(number).toMatch(/^\d+$|see the first lines of this file/);
    }
  });

  it('documents how it is started, except that of the Raspberry Pi card', () => {
    const [first = ''] = readFileSync(file, 'utf8').split('\n\n');
    if (file === 'docker/pi/compose.yaml') return expect(first).toContain('make pi-card');
    for (const match of first.matchAll(/-f (docker\/\S+)/g)) expect(files).toContain(match[1]);
    return expect(first).toMatch(new RegExp(`^# .*-f (?:docker/)?${path.basename(file)} up -d`, 'm'));
  });
});

it('third-party images have a tag that still gets fixes', () => {
  const images = files.flatMap((file) =>
    Object.values(read(file).services).flatMap(({ image = '', build }) => [
      /^\$\{\w+:-(.+)\}$/.exec(image)?.[1] ?? image,
      ...[...(build?.dockerfile_inline ?? '').matchAll(/^FROM (\S+)/gm)].map(([, from = '']) => from),
    ]),
  );
  const foreign = images.filter((image) => image !== '' && !/sluice/i.test(image));
  expect(foreign.length).toBeGreaterThan(1);
  for (const image of foreign) expect(image).toMatch(/^\w+:(\d+|\w+-slim)$/);
});

it('there is a Compose file for each kind of device, for HTTPS and for the agent', () =>
  expect(files.map((file) => path.basename(file)).sort()).toEqual([
    'compose.agent.yaml',
    'compose.bundle.yaml',
    'compose.camera.yaml',
    'compose.devices.yaml',
    'compose.graphics.yaml',
    'compose.https.yaml',
    'compose.nvidia.yaml',
    'compose.yaml',
    'compose.yaml',
  ]));

it('the image on another core starts beside the agent like the embedded one', () => {
  const [{ sluice: embedded }, { sluice, agent }] = [
    read('docker/compose.yaml').services,
    read('docker/compose.agent.yaml').services,
  ];
  const { image, build, ...rest } = sluice ?? {};
  expect(rest).toEqual({ ...embedded, image: undefined, build: undefined });
  expect([image, build?.args]).toEqual(['sluice', { VARIANT: 'all-in-one' }]);
  const folder = /SLUICE_AGENT_DATA=(\S+)/.exec(readFileSync('docker/Dockerfile', 'utf8'))?.[1];
  const config = embedded?.volumes?.find((volume) => volume.startsWith('config:'));
  expect(agent?.volumes).toEqual([`${config}:ro`, `agent:${folder}`]);
});
