import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { EdgePlan } from '../../../src/media/edge/edgePlan.ts';
import { edgeNginxConfig } from '../../../src/media/edge/nginxConfig.ts';
import { viewerCountScript } from '../../../src/media/edge/viewerCountScript.ts';

/** Placeholders that `docker/edge/start.sh` fills in. */
const PLAN: EdgePlan = {
  origin: '@ORIGIN@',
  listen: '@LISTEN@',
  channels: [
    { name: '@PUBLIC@', access: 'public', hasVariants: false },
    { name: '@PUBLIC_VARIANTS@', access: 'public', hasVariants: true },
    { name: '@SIGNED@', access: 'signed', hasVariants: false },
    { name: '@SIGNED_VARIANTS@', access: 'signed', hasVariants: true },
  ],
  session: '@SESSION@',
  secret: '@SECRET@',
  cacheFolder: '@WORK@/cache',
  cacheMegabytes: '@CACHE_MEGABYTES@',
  runFolder: '@WORK@/run',
  errorLog: 'stderr',
  balancers: [],
  resolver: '@RESOLVER@',
};

/** Behind a balancer, the edge only responds to requests with the PROXY header. */
const HEALTH_SCRIPT = `#!/bin/sh
# Ends with 0 when the edge answers, asked where and as it listens.
listen=\${EDGE_LISTEN:-8080}
case $listen in
  *:*) ;;
  *) listen=127.0.0.1:$listen ;;
esac
exec curl -fsS --max-time 2 \${EDGE_BALANCERS:+--haproxy-protocol} -o /dev/null "http://$listen/edge/health"
`;

export async function writeEdgeTemplates(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [channels, all] of [[PLAN.channels, ''] as const, [[], '-all'] as const]) {
    for (const [balancers, balanced] of [[[], ''] as const, [['@BALANCERS@'], '-balanced'] as const]) {
      const config = edgeNginxConfig({ ...PLAN, channels, balancers });
      await writeFile(path.join(folder, `edge${all}${balanced}.conf.template`), config);
    }
  }
  await writeFile(path.join(folder, 'count.sh'), viewerCountScript, { mode: 0o755 });
  await writeFile(path.join(folder, 'healthy.sh'), HEALTH_SCRIPT, { mode: 0o755 });
}
