import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { type RunningCore, runCore } from './runCore.ts';

/** Listens on the port, 0 for any. Rejects if it is in use. */
export async function occupyPort(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

export function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

export async function coreOnFixedPort() {
  const free = await occupyPort(0);
  const port = portOf(free);
  free.close();
  await once(free, 'close');
  const core = await runCore({
    environment: { CORE_ADDRESS: `127.0.0.1:${port}`, CORE_RTMP_ENABLE: '', CORE_RTMP_ADDRESS: '' },
  });
  const reloads = () => core.said().match(/msg="Reloading"/g)?.length ?? 0;
  return { core, reloads };
}

/** Stores settings that fail one second after the core has released its ports. */
export async function storeUnusableConfig(core: RunningCore): Promise<void> {
  const binary = join(core.home, 'no-ffmpeg');
  writeFileSync(binary, '#!/bin/sh\nsleep 1\nexit 1\n');
  chmodSync(binary, 0o755);
  const { status, text } = await core.ask('PUT', '/api/v3/config', { version: 3, ffmpeg: { binary } });
  if (status !== 200) throw new Error(text);
}
