import { expect, it } from 'vitest';
import { diagnoseRun } from './diagnoseRun.ts';

const INPUT = "Input #0, hls, from 'http://a.example/x.m3u8':";
const OUTPUT = "Output #0, flv, to 'rtmp://b.example/live':";
const END = ['av_interleaved_write_frame(): Broken pipe', 'Conversion failed!'];

it.each([
  ['a first address that rejected the connection', '[tcp @ 0x1] Connection to tcp://::1:80 failed: Connection refused'],
  ['an address that was not found at first', '[http @ 0x1] HTTP error 404 Not Found'],
  ['a certificate', '[tls @ 0x1] The certificate is not trusted.'],
  ['a deprecated option', '-vsync is deprecated. Use -fps_mode'],
])('%s is not the cause of a failure after the start', (_, line) => {
  for (const lines of [
    [line, INPUT, OUTPUT, ...END],
    [INPUT, line, OUTPUT, ...END],
  ])
    expect(diagnoseRun({ lines, seconds: 600, exec: 'failed' }, 'target').cause).toBe('connection-lost');
});
