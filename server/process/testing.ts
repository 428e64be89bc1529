import { Config } from '../config/configSchema.ts';
import type { Placeholders } from '../config/placeholders.ts';
import { createMemory } from '../storage/memory.ts';
import type { ProcessesDeps } from './index.ts';

export const placeholders: Placeholders = {
  memfs: 'http://admin:pw@127.0.0.1:18080/memfs',
  diskfs: '/srv/disk',
  rtmp: (name) => `rtmp://127.0.0.1:11935/live/${name}?token=t1`,
  srt: (name, mode, latency = '20000') =>
    `srt://127.0.0.1:16000?mode=caller&transtype=live&latency=${latency}&streamid=${name},mode:${mode},token:t2`,
};

export function processesDeps(dbDir: string, ffmpeg: Record<string, unknown> = {}): ProcessesDeps {
  const config = Config.parse({ ffmpeg });
  return {
    config: () => config,
    log: { write: () => undefined },
    storages: {
      mem: createMemory({ limitBytes: 0, purge: false }),
      disk: { ...createMemory({ limitBytes: 0, purge: false }), name: 'disk' },
    },
    dbDir,
    placeholders: () => placeholders,
    rtmpChannelAt: () => null,
    isPrivate: () => false,
  };
}
