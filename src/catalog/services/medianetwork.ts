import { defineService } from '../define.ts';
import type { ServiceExample } from '../example.ts';
import { flvTo } from '../joinStreamKey.ts';
import { streamKey } from '../rtmpFields.ts';

export const medianetwork = defineService({
  id: 'medianetwork',
  name: 'Media Network',
  category: 'platform',
  requires: { protocols: ['rtmp'], formats: ['flv'], video: ['h264'], audio: ['aac', 'mp3'] },
  keyPage: 'https://www.mediaserver.express/',
  fields: { key: streamKey() },
  outputs: ({ key }) => [flvTo('rtmp://ingest.mediaserver.express/live', key)],
});

const flv = ['-f', 'flv'];

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  { given: { key: 'KEY' }, expect: [{ address: 'rtmp://ingest.mediaserver.express/live/KEY', options: flv }] },
  { given: { key: ' K:1 ' }, expect: [{ address: 'rtmp://ingest.mediaserver.express/live/K:1', options: flv }] },
];
