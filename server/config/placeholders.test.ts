import { expect, it } from 'vitest';
import { Config } from './configSchema.ts';
import { mergeConfigDocuments } from './mergeConfigDocuments.ts';
import { createPlaceholders } from './placeholders.ts';

const recorded = {
  address: '127.0.0.1:8080',
  storage: { memory: { auth: { enable: true, username: 'admin', password: 'p@ss' } } },
  rtmp: { enable: true, address: '127.0.0.1:1935', app: '/live', token: 'rtmp-token-1' },
  srt: { enable: true, address: '127.0.0.1:6000', token: 'srt-token-1' },
};
const open = (patch: unknown, rtmp: number | null = 1935) =>
  createPlaceholders(Config.parse(mergeConfigDocuments(recorded, patch)), { http: 8080, rtmp, srt: null }, '/data');

it('placeholders contain credentials and tokens', () => {
  const { memfs, diskfs, rtmp, srt } = open({});
  expect(memfs).toBe('http://admin:p%40ss@127.0.0.1:8080/memfs');
  expect(diskfs).toBe('/data');
  expect(rtmp('ch1')).toBe('rtmp://127.0.0.1:1935/live/ch1?token=rtmp-token-1');
  expect(srt('ch1', 'request')).toBe(
    'srt://127.0.0.1:6000?mode=caller&transtype=live&latency=20000&streamid=ch1,mode:request,token:srt-token-1',
  );
  expect(srt('ch1', 'publish', '50000')).toContain('latency=50000&streamid=ch1,mode:publish,token:srt-token-1');
});

it('placeholders omit credentials and tokens that are not set', () => {
  const { memfs, rtmp } = open({
    address: ':8080',
    storage: { memory: { auth: { enable: false } } },
    rtmp: { address: ':1935', app: '/', token: '' },
  });
  expect(memfs).toBe('http://localhost:8080/memfs');
  expect(rtmp('ch1')).toBe('rtmp://localhost:1935/ch1');
  expect(open({}, null).rtmp('ch1')).toBe('');
});
