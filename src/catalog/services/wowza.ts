import { msg } from '../../i18n/msg.ts';
import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { toggle } from '../form/fields.ts';
import { applicationFaults, applicationFields, applicationOutput, isRtsp } from './helpers/mediaServerFields.ts';

export const wowza = defineService({
  id: 'wowza',
  name: 'Wowza',
  category: 'software',
  requires: { protocols: ['rtmp', 'rtp'], formats: ['flv', 'rtsp'], video: ['h264'], audio: ['aac', 'mp3'] },
  docs: 'https://www.wowza.com/docs/how-to-restream-using-ffmpeg-with-wowza-streaming-engine',
  fields: {
    ...applicationFields('wowza.example.com:1935'),
    rtsp_over_udp: toggle({
      label: msg('Send over UDP'),
      holds: 'transport',
      help: msg('Less delay, but lost packets stay lost.'),
      when: isRtsp,
    }),
  },
  outputs: (settings, context) => [
    applicationOutput(settings, context, ['-rtsp_transport', settings.rtsp_over_udp ? 'udp' : 'tcp']),
  ],
  faults: applicationFaults,
});

const flv = ['-f', 'flv'];
const login = { username: 'u', password: 'p' };

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  { given: { address: 'h:1935' }, expect: [{ address: 'rtmp://h:1935/live/myStream', options: flv }] },
  {
    given: { address: ' RTMP://h/ ', application: 'a/b', stream_name: 's', username: 'u', password: 'p@:' },
    expect: [{ address: 'rtmp://u:p@:@h/a/b/s', options: flv }],
  },
  {
    given: { address: 'h', application: '' },
    expect: [{ address: 'rtmp://h/', options: [...flv, '-rtmp_playpath', 'myStream'] }],
  },
  {
    given: { protocol: 'rtsp://', rtsp_over_udp: true, address: 'h:1935', ...login },
    expect: [{ address: 'rtsp://u:p@h:1935/live/myStream', options: ['-rtsp_transport', 'udp', '-f', 'rtsp'] }],
  },
  {
    given: { protocol: 'rtsp://', address: 'h', username: 'u' },
    copied: ['video', 'audio'],
    expect: [
      {
        address: 'rtsp://u:@h/live/myStream',
        options: ['-rtsp_transport', 'tcp', '-f', 'rtsp', '-rtpflags', 'latm'],
      },
    ],
  },
];
