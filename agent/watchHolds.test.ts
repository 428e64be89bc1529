import { expect, it } from 'vitest';
import type { ProcessConfig } from '../src/api/answers/process.ts';
import { heldChannels } from './watchHolds.ts';

const X = '11111111-2222-3333-4444-555555555555';
const process = (id: string, input: string, options: string[] = []): ProcessConfig => ({
  id,
  type: 'ffmpeg',
  reference: X,
  input: [{ id: 'input_0', address: input, options: [] }],
  output: [{ id: 'output_0', address: '-', options }],
  options: [],
  reconnect: true,
  reconnect_delay_seconds: 15,
  autostart: true,
  stale_timeout_seconds: 30,
});
const ingest = (...options: string[]) => process(`restreamer-ui:ingest:${X}`, 'rtmp://host/app', options);
const reader = process('restreamer-ui:egress:rtmp:1', `{memfs}/hold-${X}.m3u8`);

it.each<[what: string, processes: ProcessConfig[], held: [string, object][]]>([
  ['one that is read', [ingest('-hls_list_size', '6'), reader], [[X, { readers: [reader.id], window: 5 }]]],
  [
    'one that two processes read',
    [ingest('-hls_list_size', '6'), reader, { ...reader, id: 'other' }],
    [[X, { readers: [reader.id, 'other'], window: 5 }]],
  ],
  ['none without a reader', [ingest('-hls_list_size', '6'), process('other', `{memfs}/${X}.m3u8`)], []],
  ['none without an ingest', [reader], []],
  [
    'one whose list is too short, which is said',
    [ingest('-hls_list_size', '3'), reader],
    [[X, { readers: [reader.id], window: 'short-list' }]],
  ],
  [
    'one without HLS, which is said',
    [ingest('-f', 'flv'), reader],
    [[X, { readers: [reader.id], window: 'unreadable' }]],
  ],
])('channels are held: %s', (_, processes, held) => {
  expect([...heldChannels(processes)]).toEqual(held);
});
