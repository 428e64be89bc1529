import { expect, it } from 'vitest';
import { stripLogPrefix } from './stripLogPrefix.ts';

it.each([
  ['[rtmp @ 0x55c2d1e0] Server error: NetConnection.Connect.Rejected', 'Server error: NetConnection.Connect.Rejected'],
  ['[out#0/flv @ 0x5581] [error] Broken pipe', 'Broken pipe'],
  // How it ends, and what it counted, tells nobody why.
  ['[error] Conversion failed!', ''],
  ['[aac @ 0x55d0] Qavg: 312.5', ''],
  ['[out#0/hls @ 0x55d0] video:86KiB audio:24KiB subtitle:0KiB', ''],
  ['rtmp://h/live: [::1] refused', 'rtmp://h/live: [::1] refused'],
  // Nothing would be left.
  ['[in#0 @ 0x5581]', '[in#0 @ 0x5581]'],
  ['', ''],
])('%s', (line, bare) => expect(stripLogPrefix(line)).toBe(bare));
