import type { Placeholders } from '../doors.ts';

/** Builders for the tests of this room. */
export const placeholders: Placeholders = {
  memfs: 'http://admin:pw@127.0.0.1:18080/memfs',
  diskfs: '/srv/disk',
  rtmp: (name) => `rtmp://127.0.0.1:11935/live/${name}?token=t1`,
  srt: (name, mode, latency = '20000') =>
    `srt://127.0.0.1:16000?mode=caller&transtype=live&latency=${latency}&streamid=${name},mode:${mode},token:t2`,
};
