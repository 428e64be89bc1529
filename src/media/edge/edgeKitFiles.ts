import { type EdgeChannel, type EdgePlan, edgePlanFaults } from './edgePlan.ts';
import { type IMAGES_OF_KIT, type KitImages, wrongImageOf } from './kitImages.ts';
import { edgeNginxConfig } from './nginxConfig.ts';
import { viewerCountScript } from './viewerCountScript.ts';

export type EdgeKitKind = keyof typeof IMAGES_OF_KIT;
export const EDGE_KITS: readonly EdgeKitKind[] = ['compose', 'swarm', 'kubernetes', 'nginx'];

export interface EdgeKitPlan extends KitImages {
  readonly origin: string;
  /** Empty for all channels. */
  readonly channels: readonly EdgeChannel[];
  readonly edges: number;
  /** Per edge; 0 is no limit. */
  readonly mostViewers: number;
  /** 22 characters. */
  readonly session: string;
}

export interface KitFile {
  readonly name: string;
  readonly text: string;
}

/** Reads a file of docker/edge/kit. */
export type ReadTemplate = (name: string) => Promise<string>;

const channelWord = ({ name, access, hasVariants }: EdgeChannel): string =>
  [name, ...(access === 'signed' ? ['signed'] : []), ...(hasVariants ? ['variants'] : [])].join(':');

/** Lines with an empty variable are left out. */
function variablesOf({
  origin,
  channels,
  edges,
  mostViewers,
  image,
  coreImage,
}: EdgeKitPlan): Readonly<Record<string, string>> {
  const signed = channels.filter(({ access }) => access === 'signed');
  return {
    ORIGIN: origin,
    CHANNELS: channels.map(channelWord).join(' '),
    SIGNED_CHANNELS: signed.map(({ name }) => name).join(' '),
    MAX_VIEWERS: mostViewers > 0 ? String(mostViewers) : '',
    LIMIT: String(mostViewers),
    EDGES: String(edges),
    MAX_EDGES: String(Math.max(10, edges * 4)),
    IMAGE: image,
    CORE_IMAGE: coreImage,
  };
}

/** Characters without a meaning in YAML, systemd units or Docker, quoted or not. */
const isPlain = (value: string): boolean => /^[\w .:/[\]-]*$/.test(value);

/** In one pass, so that a value cannot be taken for a variable. */
function fill(template: string, variables: Readonly<Record<string, string>>): string {
  const isKept = (line: string) => [...line.matchAll(VARIABLE)].every(([, name = '']) => variables[name] !== '');
  return template
    .split('\n')
    .filter(isKept)
    .map((line) => line.replace(VARIABLE, (typed, name: string) => variables[name] ?? typed))
    .join('\n');
}
const VARIABLE = /__([A-Z_]+?)__/g;

/** Contains no secrets; null if a value has unsafe characters. */
export async function buildEdgeKitFiles(
  kind: EdgeKitKind,
  plan: EdgeKitPlan,
  readTemplate: ReadTemplate,
): Promise<readonly KitFile[] | null> {
  const edge: EdgePlan = {
    origin: plan.origin,
    listen: '80',
    channels: plan.channels,
    session: plan.session,
    secret: 'replace-this-secret',
    cacheFolder: '/var/cache/nginx/edge',
    cacheMegabytes: '512',
    runFolder: '/run/sluice-edge',
    errorLog: '/var/log/nginx/error.log',
    balancers: [],
    resolver: null,
  };
  const variables = variablesOf(plan);
  const { IMAGE: _, CORE_IMAGE: __, ...others } = variables;
  if (edgePlanFaults(edge).length > 0 || wrongImageOf(kind, plan) !== null) return null;
  if (![...Object.values(others), plan.session].every(isPlain)) return null;
  const read = async (name: string): Promise<KitFile> => ({ name, text: fill(await readTemplate(name), variables) });
  if (kind !== 'nginx') return Promise.all(TEMPLATES[kind].map(read));
  const [head, service] = await Promise.all([read('edge.conf'), read('sluice-edge.service')]);
  return [{ ...head, text: head.text + edgeNginxConfig(edge) }, { name: 'count.sh', text: viewerCountScript }, service];
}

const TEMPLATES = {
  compose: ['compose.yaml'],
  swarm: ['stack.yaml'],
  kubernetes: ['kustomization.yaml', 'core.yaml', 'edge.yaml'],
} as const;
