import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { applicationFaults, applicationFields, applicationOutput } from './helpers/mediaServerFields.ts';

export const red5 = defineService({
  id: 'red5',
  name: 'Red5',
  category: 'software',
  requires: { protocols: ['rtmp', 'rtp'], formats: ['flv', 'rtsp'], video: ['h264'], audio: ['aac', 'mp3'] },
  docs: 'https://www.red5pro.com/docs/server/ffmpeg/publishing-live-streams/',
  fields: applicationFields('red5.example.com:1935'),
  outputs: (settings, context) => [applicationOutput(settings, context)],
  faults: applicationFaults,
});

const flv = ['-f', 'flv'];
const login = { username: 'u', password: 'p@/' };

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  { given: { address: 'h:1935' }, expect: [{ address: 'rtmp://h:1935/live/myStream', options: flv }] },
  {
    given: { address: 'rtsp://h:8554/', ...login },
    expect: [{ address: 'rtsp://u:p%40%2F@h:8554/live/myStream', options: ['-f', 'rtsp'] }],
  },
  {
    given: { protocol: 'rtsp://', address: 'h:8554', stream_name: '/s' },
    expect: [{ address: 'rtsp://h:8554/live/s', options: ['-f', 'rtsp'] }],
  },
];
