import { defineService } from '../define.ts';
import type { ServiceExample } from '../example.ts';
import { flvTo } from '../joinStreamKey.ts';
import { streamKey } from '../rtmpFields.ts';

const PRODUCER = 'https://about.instagram.com/blog/tips-and-tricks/instagram-live-producer';

export const instagram = defineService({
  id: 'instagram',
  name: 'Instagram',
  category: 'platform',
  requires: { protocols: ['rtmps'], formats: ['flv'], video: ['h264'], audio: ['aac', 'mp3'] },
  keyPage: PRODUCER,
  docs: PRODUCER,
  fields: { key: streamKey() },
  outputs: ({ key }) => [flvTo('rtmps://live-upload.instagram.com:443/rtmp', key)],
});

const flv = ['-f', 'flv'];

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  { given: { key: 'KEY' }, expect: [{ address: 'rtmps://live-upload.instagram.com:443/rtmp/KEY', options: flv }] },
  {
    given: { key: 'IG-1?s_bl=1&s_sc=2', service_instafeed: true },
    expect: [{ address: 'rtmps://live-upload.instagram.com:443/rtmp/IG-1?s_bl=1&s_sc=2', options: flv }],
  },
];
