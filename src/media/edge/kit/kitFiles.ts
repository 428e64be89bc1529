import { type EdgePlan, edgePlanFaults } from '../edgeSettings.ts';
import { edgeNginxConfig, viewerCountScript } from '../nginxConfig.ts';
import { composeFile, swarmFile } from './dockerComposeFiles.ts';
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
  return [
    { name: 'edge.conf', text: `${NGINX_HEAD}${edgeNginxConfig(edge)}` },
    { name: 'count.sh', text: viewerCountScript },
    { name: 'sluice-edge.service', text: countService(plan) },
  ];
}

const NGINX_HEAD = `# An edge in front of a core, for nginx of Debian or Ubuntu. As root, in the folder with these three files:
#   echo 'd /run/sluice-edge 0755 www-data www-data' >/etc/tmpfiles.d/sluice-edge.conf
#   systemd-tmpfiles --create sluice-edge.conf
#   install -d -o www-data -g www-data /var/cache/nginx/edge
#   install -D count.sh /usr/local/lib/sluice-edge/count.sh
#   install -m 644 sluice-edge.service /etc/systemd/system/
#   install -m 640 edge.conf /etc/nginx/conf.d/
#   rm -f /etc/nginx/sites-enabled/default
#   nginx -t && systemctl reload nginx && systemctl daemon-reload && systemctl enable --now sluice-edge
`;

/** It also empties what nginx notes of viewers, which would grow for ever. */
const countService = ({ mostViewers }: EdgeKitPlan): string => `[Unit]
Description=Count the viewers of an edge
After=nginx.service

[Service]
ExecStart=/usr/local/lib/sluice-edge/count.sh /run/sluice-edge /run/nginx.pid ${mostViewers}
Restart=always
RestartSec=3

[Install]
WantedBy=multi-user.target
`;
