import type { EdgeChannel } from '../edgeSettings.ts';
import type { EdgeKitPlan } from './kitPlan.ts';
import { toYaml, type Yaml } from './yaml.ts';

const IMAGE = 'sluice-edge:latest';

/** As `docker/edge/start.sh` reads them. */
export const channelWords = (channels: readonly EdgeChannel[]): string =>
  channels
    .map(({ name, access, hasVariants }) =>
      [name, ...(access === 'signed' ? ['signed'] : []), ...(hasVariants ? ['variants'] : [])].join(':'),
    )
    .join(' ');

export const hasSigned = ({ channels }: Pick<EdgeKitPlan, 'channels'>): boolean =>
  channels.some(({ access }) => access === 'signed');

/** The variables of an edge, without the secret. */
export const edgeVariables = ({ origin, channels, mostViewers }: EdgeKitPlan): Readonly<Record<string, string>> => ({
  EDGE_ORIGIN: origin,
  ...(channels.length > 0 ? { EDGE_CHANNELS: channelWords(channels) } : {}),
  ...(mostViewers > 0 ? { EDGE_MAX_VIEWERS: String(mostViewers) } : {}),
});

const service = (plan: EdgeKitPlan): { readonly [key: string]: Yaml } => ({
  image: IMAGE,
  environment: {
    ...edgeVariables(plan),
    // It stands in the environment of whoever starts it, and in no file.
    ...(hasSigned(plan) ? { EDGE_SECRET: `$\{EDGE_SECRET:?set it to 16 or more letters and digits}` } : {}),
  },
  read_only: true,
  cap_drop: ['ALL'],
  stop_grace_period: '30s',
  logging: { driver: 'json-file', options: { 'max-size': '10m', 'max-file': '3' } },
});

/** One edge on one machine. */
export const composeFile = (plan: EdgeKitPlan): string =>
  `# docker compose up -d\n${toYaml({
    services: {
      edge: {
        ...service(plan),
        // Segments are kept in memory.
        tmpfs: ['/tmp:size=1g,mode=1777'],
        security_opt: ['no-new-privileges:true'],
        restart: 'unless-stopped',
        ports: ['80:8080'],
      },
    },
  })}`;

/**
 * One edge on each of several machines. Published on the machine itself: the mesh of a swarm hides the addresses of
 * viewers, by which an edge limits strangers. So a port is free only after the edge before has ended.
 */
export const swarmFile = (plan: EdgeKitPlan): string =>
  `# docker stack deploy -c stack.yaml sluice\n${toYaml({
    services: {
      edge: {
        ...service(plan),
        // A swarm passes over `tmpfs` and `security_opt`.
        volumes: [{ type: 'tmpfs', target: '/tmp', tmpfs: { size: 2 ** 30 } }],
        ports: [{ target: 8080, published: 80, protocol: 'tcp', mode: 'host' }],
        deploy: {
          replicas: plan.edges,
          placement: { max_replicas_per_node: 1 },
          restart_policy: { condition: 'any', delay: '2s' },
          update_config: { parallelism: 1, delay: '20s', order: 'stop-first', failure_action: 'rollback' },
          resources: { limits: { memory: '1500M' } },
        },
      },
    },
  })}`;
