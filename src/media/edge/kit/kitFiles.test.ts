import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import type { EdgeChannel } from '../edgeSettings.ts';
import { edgeKitFiles } from './kitFiles.ts';
import { EDGE_KITS, type EdgeKitPlan } from './kitPlan.ts';
import { toYaml, type Yaml } from './yaml.ts';

const channel = (name: string, more: Partial<EdgeChannel> = {}): EdgeChannel => ({
  ...{ name, access: 'public', hasVariants: false, ...more },
});
const plan: EdgeKitPlan = {
  origin: 'https://core.example:8181',
  channels: [channel('live'), channel('many', { hasVariants: true }), channel('paid', { access: 'signed' })],
  edges: 3,
  mostViewers: 500,
  session: '7SBmNdKSbLdkrFbkDcSgLn',
};
const textOf = (kind: (typeof EDGE_KITS)[number], name: string, wanted = plan) =>
  edgeKitFiles(kind, wanted)?.find((file) => file.name === name)?.text ?? '';
const documentsOf = (name: string, wanted = plan) =>
  parseAllDocuments(textOf('kubernetes', name, wanted)).map((document) => document.toJS());

it.each<[Yaml]>([
  [{ a: 'yes', b: 'on', c: '1', d: '1e3', e: '0x1', f: '', g: 'null', h: '~', i: '-', j: 'a: b', k: 'a #b' }],
  [{ list: [[1, [true, false]], [], {}, { a: [{ b: 'c' }], d: {} }], 'key: odd': '"quoted"', 80: '80:8080' }],
  [['*', '&a', '!tag', '%x', '@x', '`x', '{a}', '[a]', ' blank ', 'line\nbreak', 'ä', '2026-01-01', '12:30:45']],
])('what is written is read again: %j', (value) => {
  expect(parse(toYaml(value))).toEqual(value);
  expect(parse(toYaml(value), { version: '1.1' })).toEqual(value);
});

describe.each(EDGE_KITS)('%s', (kind) => {
  it('contains no secret, and names its origin', () => {
    const text = (edgeKitFiles(kind, plan) ?? []).map((file) => file.text).join('');
    expect(text).toMatch(/\$\{EDGE_SECRET:\?|secretKeyRef|replace-this-secret/);
    expect(text.includes('core.example') || kind === 'kubernetes').toBe(true);
  });
});

it.each(['core.example', 'http://core/ui', 'http://a:b@core', 'http://core;x'])(
  'makes nothing of the origin %s',
  (origin) => {
    for (const kind of EDGE_KITS) expect(edgeKitFiles(kind, { ...plan, origin })).toBe(null);
  },
);

it('compose has one edge, which can write nothing', () => {
  const { services } = parse(textOf('compose', 'compose.yaml'));
  expect(services.edge).toMatchObject({
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

it('asks for no secret where no channel is signed, and for all channels where none is named', () => {
  const { services } = parse(textOf('compose', 'compose.yaml', { ...plan, channels: [], mostViewers: 0 }));
  expect(services.edge.environment).toEqual({ EDGE_ORIGIN: plan.origin });
});

it('a swarm has an edge on each machine, replaced one by one', () => {
  const { services } = parse(textOf('swarm', 'stack.yaml'));
  expect(services.edge.ports).toEqual([{ target: 8080, published: 80, protocol: 'tcp', mode: 'host' }]);
  // What a swarm passes over is done without.
  for (const key of ['tmpfs', 'security_opt', 'restart']) expect(services.edge).not.toHaveProperty(key);
  expect(services.edge.volumes).toEqual([{ type: 'tmpfs', target: '/tmp', tmpfs: { size: 1_073_741_824 } }]);
  expect(services.edge.deploy).toMatchObject({
    replicas: 3,
    placement: { max_replicas_per_node: 1 },
    update_config: { parallelism: 1, order: 'stop-first', failure_action: 'rollback' },
  });
});

it('nginx gets what counts its viewers, which stops at the limit', () => {
  expect(edgeKitFiles('nginx', plan)?.map(({ name }) => name)).toEqual([
    ...['edge.conf', 'count.sh', 'sluice-edge.service'],
  ]);
  expect(textOf('nginx', 'sluice-edge.service')).toContain('count.sh /run/sluice-edge /run/nginx.pid 500\n');
});

describe('Kubernetes', () => {
  it('names its files, and each object once', () => {
    const { resources, namespace } = parse(textOf('kubernetes', 'kustomization.yaml'));
    expect([namespace, resources]).toEqual(['sluice', ['core.yaml', 'edge.yaml']]);
    const objects = ['core.yaml', 'edge.yaml'].flatMap((name) => documentsOf(name));
    const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names).toEqual([
      ...['StatefulSet core', 'Service core', 'Service core-rtmp', 'Service core-srt'],
      ...['Deployment edge', 'Service edge', 'HorizontalPodAutoscaler edge', 'PodDisruptionBudget edge'],
    ]);
  });

  it('selects its own objects, and refers to existing ports', () => {
    const objects = ['core.yaml', 'edge.yaml'].flatMap((name) => documentsOf(name));
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

  it('mounts existing files, for one core', () => {
    const [{ spec }] = documentsOf('core.yaml');
    expect(spec.replicas).toBe(1);
    const volumes = [
      ...spec.template.spec.volumes.map(({ name }: { name: string }) => name),
      ...spec.volumeClaimTemplates.map(({ metadata }: { metadata: { name: string } }) => metadata.name),
    ];
    for (const { name } of spec.template.spec.containers[0].volumeMounts) expect(volumes).toContain(name);
  });

  it('edges ask the core by its full name', () => {
    const [{ spec }] = documentsOf('edge.yaml');
    const [{ env }] = spec.template.spec.containers;
    expect(env[0]).toEqual({ name: 'EDGE_ORIGIN', value: 'http://core.sluice.svc.cluster.local:8080' });
  });
});
