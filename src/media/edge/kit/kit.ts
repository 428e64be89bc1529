import { edgeNginxConfig } from '../nginxConfig.ts';
import { type EdgePlan, edgePlanFaults } from '../plan.ts';
import { composeFile, swarmFile } from './compose.ts';
import type { EdgeKitKind, EdgeKitPlan, KitFile } from './kitPlan.ts';
import { kubernetesFiles } from './kubernetes.ts';

/** The files of a kit. No secret is among them: each says where it comes from. null: the origin is none. */
export function edgeKitFiles(kind: EdgeKitKind, plan: EdgeKitPlan): readonly KitFile[] | null {
  const edge: EdgePlan = {
    origin: plan.origin,
    listen: '80',
    channels: plan.channels,
    session: plan.session,
    secret: 'replace-this-secret',
    cacheFolder: '/var/cache/nginx/edge',
    cacheMegabytes: '512',
    runFolder: '/run/sluice-edge',
    balancers: [],
    resolver: null,
  };
  if (edgePlanFaults(edge).length > 0) return null;
  if (kind === 'compose') return [{ name: 'compose.yaml', text: composeFile(plan) }];
  if (kind === 'swarm') return [{ name: 'stack.yaml', text: swarmFile(plan) }];
  if (kind === 'kubernetes') return kubernetesFiles(plan);
  return [{ name: 'edge.conf', text: `${NGINX_HEAD}${edgeNginxConfig(edge)}` }];
}

const NGINX_HEAD = `# An edge in front of a core: put this into /etc/nginx/conf.d/edge.conf and remove sites-enabled/default. Make the folders
# /run/sluice-edge and /var/cache/nginx/edge first, for the user that nginx works as. Viewers are counted by count.sh of the
# image sluice-edge, which is not needed to deliver.
`;
