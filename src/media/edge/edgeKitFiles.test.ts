import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { buildEdgeKitFiles, EDGE_KITS, type EdgeKitKind, type EdgeKitPlan } from './edgeKitFiles.ts';
import type { EdgeChannel } from './edgePlan.ts';
import { IMAGES_OF_KIT } from './kitImages.ts';

const KIT = 'docker/edge/kit';
const BUILT_IMAGES = { image: 'sluice-edge:latest', coreImage: 'sluice-embedded:latest' };
const read = new Set<string>();
const filesOf = (kind: EdgeKitKind, kitPlan: EdgeKitPlan) =>
  buildEdgeKitFiles(kind, kitPlan, async (name) => {
    read.add(name);
    return readFileSync(`${KIT}/${name}`, 'utf8');
  });

const channel = (name: string, more: Partial<EdgeChannel> = {}): EdgeChannel => ({
  ...{ name, access: 'public', hasVariants: false, ...more },
});
const plan: EdgeKitPlan = {
  origin: 'https://core.example:8181',
  channels: [channel('live'), channel('many', { hasVariants: true }), channel('paid', { access: 'signed' })],
  edges: 3,
  mostViewers: 500,
  ...BUILT_IMAGES,
  session: '7SBmNdKSbLdkrFbkDcSgLn',
};
const textOf = async (kind: EdgeKitKind, name: string, kitPlan = plan) =>
  (await filesOf(kind, kitPlan))?.find((file) => file.name === name)?.text ?? '';
/** Parses as YAML 1.1 as well, which some programs still use. */
async function documentsOf(kind: EdgeKitKind, name: string, kitPlan = plan) {
  const text = await textOf(kind, name, kitPlan);
  const [now, before] = (['1.2', '1.1'] as const).map((version) =>
    parseAllDocuments(text, { version }).map((document) => {
      expect([...document.errors, ...document.warnings]).toEqual([]);
      return document.toJS();
    }),
  );
  expect(now).toEqual(before);
  return now ?? [];
}
const edgeIn = async (kind: EdgeKitKind, name: string, kitPlan = plan) =>
  (await documentsOf(kind, name, kitPlan))[0].services.edge;

describe.each(EDGE_KITS)('the edge kit for %s', (kind) => {
  it('contains no secret, and contains the origin', async () => {
    const text = ((await filesOf(kind, plan)) ?? []).map((file) => file.text).join('');
    expect(text).toMatch(/\$\{EDGE_SECRET:\?|secretKeyRef|replace-this-secret/);
    expect(text.includes('core.example') || kind === 'kubernetes').toBe(true);
    expect(text).not.toMatch(/__[A-Z_]+__/);
  });

  it.each([
    ...['core.example', 'http://core/ui', 'http://a:b@core', 'http://core;x', 'http://core"', "http://core'"],
    ...['http://core\n', 'http://core\nprivileged: true', 'http://core\r', 'http://core\u2028x', 'http://core x'],
    ...['http://$HOME', `http://$\{EDGE_SECRET}`, 'http://$(id)', 'http://`id`', 'http://{{.Node.ID}}', 'http://%n'],
    ...['@ORIGIN@', '__EDGES__', 'http://@ORIGIN@', 'http://core\\', 'http://core#', 'http://*', 'http://&a', ''],
  ])('is null for the origin %j', async (origin) => {
    expect(await filesOf(kind, { ...plan, origin })).toBe(null);
  });

  it.each([
    ...[
      'a"b',
      "a'b",
      'a\nb',
      'a\n      PRIVILEGED: "1"',
      'a b',
      'a:signed',
      '$HOME',
      `$\{A}`,
      '$(id)',
      '`id`',
      '{{.Task}}',
    ],
    ...['@EDGES@', '__EDGES__', 'a#b', 'a\\', '-a', '*a', '&a', 'a/b', 'a|b', '.*', 'ä', '', 'a'.repeat(129)],
  ])('is null for the channel name %j', async (name) => {
    for (const access of ['public', 'signed'] as const)
      expect(await filesOf(kind, { ...plan, channels: [channel('live'), channel(name, { access })] })).toBe(null);
  });

  it.each(['', '$(id)', 'a"', 'a\n#', 'a\n      privileged: true', 'a #b', '__EDGES__', '@X@', '{{.Task}}'])(
    'is null for the image name %j',
    async (image) => {
      for (const key of IMAGES_OF_KIT[kind]) expect(await filesOf(kind, { ...plan, [key]: image })).toBe(null);
      if (IMAGES_OF_KIT[kind].length === 0) expect(await filesOf(kind, { ...plan, image })).not.toBe(null);
    },
  );

  it('describes how its images are built and loaded', async () => {
    const named = { image: 'r.example/edge:7', coreImage: 'r.example/core:8' };
    const text = ((await filesOf(kind, { ...plan, ...named })) ?? []).map((file) => file.text).join('');
    for (const key of IMAGES_OF_KIT[kind]) {
      expect(text).toMatch(new RegExp(`^# .*docker build .*-t ${named[key]} \\.$`, 'm'));
      expect(text).toMatch(new RegExp(`^# .*docker save .*${named[key]}.* ssh `, 'm'));
      expect(text).toContain(`image: "${named[key]}"`);
    }
    expect(text).not.toMatch(/sluice-(edge|embedded):latest/);
  });

  it.each(['$(id)', '"', "'", '\n', '{{', '', '@X@'])('is null for the session %j', async (session) => {
    expect(await filesOf(kind, { ...plan, session })).toBe(null);
  });
});

it('every template belongs to a kit and uses existing variables', async () => {
  for (const kind of EDGE_KITS) await filesOf(kind, plan);
  expect([...read].sort()).toEqual(readdirSync(KIT).sort());
});

it('a kit is rejected if a template cannot be loaded', async () => {
  await expect(buildEdgeKitFiles('compose', plan, () => Promise.reject(new Error('404')))).rejects.toThrow('404');
});

it('the compose kit has one edge without write access', async () => {
  expect(await edgeIn('compose', 'compose.yaml')).toMatchObject({
    environment: {
      EDGE_ORIGIN: plan.origin,
      EDGE_CHANNELS: 'live many:variants paid:signed',
      EDGE_MAX_VIEWERS: '500',
    },
    read_only: true,
    ports: ['80:8080'],
    cap_drop: ['ALL'],
  });
});

it('a kit requires a secret only for signed channels, and serves all channels if none is named', async () => {
  const emptyPlan = { ...plan, channels: [], mostViewers: 0 };
  expect((await edgeIn('compose', 'compose.yaml', emptyPlan)).environment).toEqual({ EDGE_ORIGIN: plan.origin });
  expect((await edgeIn('swarm', 'stack.yaml', emptyPlan)).environment).toEqual({ EDGE_ORIGIN: plan.origin });
  const [{ spec }] = await documentsOf('kubernetes', 'edge.yaml', emptyPlan);
  expect(spec.template.spec.containers[0].env.map(({ name }: { name: string }) => name)).toEqual(['EDGE_ORIGIN']);
  expect(await textOf('kubernetes', 'kustomization.yaml', emptyPlan)).not.toContain('secret');
});

it('the swarm kit runs one edge per machine, and replaces them one by one', async () => {
  const edge = await edgeIn('swarm', 'stack.yaml');
  expect(edge.ports).toEqual([{ target: 8080, published: 80, protocol: 'tcp', mode: 'host' }]);
  // A swarm ignores these keys.
  for (const key of ['tmpfs', 'security_opt', 'restart']) expect(edge).not.toHaveProperty(key);
  expect(edge.volumes).toEqual([{ type: 'tmpfs', target: '/tmp', tmpfs: { size: 1_073_741_824 } }]);
  expect(edge.deploy).toMatchObject({
    replicas: 3,
    placement: { max_replicas_per_node: 1 },
    update_config: { parallelism: 1, order: 'stop-first', failure_action: 'rollback' },
  });
});

it('the nginx kit contains the viewer count, which enforces the limit', async () => {
  expect((await filesOf('nginx', plan))?.map(({ name }) => name)).toEqual([
    ...['edge.conf', 'count.sh', 'sluice-edge.service'],
  ]);
  expect(await textOf('nginx', 'sluice-edge.service')).toContain('count.sh /run/sluice-edge /run/nginx.pid 500\n');
});

describe('the Kubernetes kit', () => {
  const objectsIn = async () => [
    ...(await documentsOf('kubernetes', 'core.yaml')),
    ...(await documentsOf('kubernetes', 'edge.yaml')),
  ];

  it('lists its files, and defines each object once', async () => {
    const [{ resources, namespace }] = await documentsOf('kubernetes', 'kustomization.yaml');
    expect([namespace, resources]).toEqual(['sluice', ['core.yaml', 'edge.yaml']]);
    const objects = await objectsIn();
    const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names).toEqual([
      ...['StatefulSet core', 'Service core', 'Service core-rtmp', 'Service core-srt'],
      ...['Deployment edge', 'Service edge', 'HorizontalPodAutoscaler edge', 'PodDisruptionBudget edge'],
    ]);
  });

  it('selects its own objects, and refers to existing ports', async () => {
    const objects = await objectsIn();
    const pods = new Map(
      objects.filter(({ spec }) => spec.template).map(({ spec }) => [JSON.stringify(spec.selector.matchLabels), spec]),
    );
    for (const spec of pods.values()) expect(spec.template.metadata.labels).toEqual(spec.selector.matchLabels);
    for (const { spec } of objects.filter(({ kind }) => kind === 'Service')) {
      const found = pods.get(JSON.stringify(spec.selector));
      const ports = found.template.spec.containers[0].ports.map(({ name }: { name: string }) => name);
      for (const { targetPort } of spec.ports) expect(ports).toContain(targetPort);
    }
  });

  it('mounts existing files, for one core', async () => {
    const [{ spec }] = await documentsOf('kubernetes', 'core.yaml');
    expect(spec.replicas).toBe(1);
    const volumes = [
      ...spec.template.spec.volumes.map(({ name }: { name: string }) => name),
      ...spec.volumeClaimTemplates.map(({ metadata }: { metadata: { name: string } }) => metadata.name),
    ];
    for (const { name } of spec.template.spec.containers[0].volumeMounts) expect(volumes).toContain(name);
  });

  it('uses an image that is already on the node', async () => {
    const pods = (await objectsIn()).flatMap(({ spec }) => spec.template?.spec.containers ?? []);
    expect(pods.map(({ image, imagePullPolicy }) => [image, imagePullPolicy])).toEqual([
      [BUILT_IMAGES.coreImage, 'IfNotPresent'],
      [BUILT_IMAGES.image, 'IfNotPresent'],
    ]);
  });

  it('lets edges reach the core by its full name', async () => {
    const [{ spec }] = await documentsOf('kubernetes', 'edge.yaml');
    const [{ env }] = spec.template.spec.containers;
    expect(env[0]).toEqual({ name: 'EDGE_ORIGIN', value: 'http://core.sluice.svc.cluster.local:8080' });
  });
});
