import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { countScript } from '../../src/media/edge/countScript.ts';
import { edgeNginxConfig } from '../../src/media/edge/nginxConfig.ts';
import type { EdgePlan } from '../../src/media/edge/plan.ts';

/** What `docker/edge/start.sh` fills in when the image starts. */
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
  cacheFolder: '/tmp/edge/cache',
  cacheMegabytes: '@CACHE_MEGABYTES@',
  runFolder: '/tmp/edge/run',
  balancers: [],
  resolver: '@RESOLVER@',
};

/** The files of the image that are made from the rules. `work` is where it writes; in the image that is `/tmp/edge`. */
export async function writeEdgeTemplates(folder: string, work = '/tmp/edge'): Promise<void> {
  await mkdir(folder, { recursive: true });
  const plan = { ...PLAN, cacheFolder: `${work}/cache`, runFolder: `${work}/run` };
  await writeFile(path.join(folder, 'edge.conf.template'), edgeNginxConfig(plan));
  await writeFile(
    path.join(folder, 'edge-balanced.conf.template'),
    edgeNginxConfig({ ...plan, balancers: ['@BALANCERS@'] }),
  );
  await writeFile(path.join(folder, 'count.sh'), countScript, { mode: 0o755 });
}
