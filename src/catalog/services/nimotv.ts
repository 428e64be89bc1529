import { msg } from '../../i18n/msg.ts';
import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { select } from '../form/fields.ts';
import { flvOutput } from './helpers/joinStreamKey.ts';
import { streamKeyField } from './helpers/rtmpFields.ts';

export const nimotv = defineService({
  id: 'nimotv',
  name: 'Nimo TV',
  category: 'platform',
  requires: { protocols: ['rtmp'], formats: ['flv'], video: ['h264'], audio: ['aac', 'mp3'] },
  keyPage: 'https://dashboard.nimo.tv/i/stream-url',
  fields: {
    lines: select({
      label: msg('Line'),
      holds: 'place',
      default: '1',
      options: [
        { value: '1', label: msg('Line 1') },
        { value: '2', label: msg('Line 2') },
      ],
    }),
    stream_key: streamKeyField(),
  },
  outputs: ({ lines, stream_key }) => [
    flvOutput(`rtmp://${lines === '2' ? 'alpush' : 'txpush'}.rtmp.nimo.tv/live`, stream_key),
  ],
});

const sent = (address: string) => [{ address, options: ['-f', 'flv'] }];

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  { given: { stream_key: 'KEY' }, expect: sent('rtmp://txpush.rtmp.nimo.tv/live/KEY') },
  { given: { lines: '2', stream_key: 'KEY' }, expect: sent('rtmp://alpush.rtmp.nimo.tv/live/KEY') },
  { given: { lines: 2, stream_key: 'KEY?a=b' }, expect: sent('rtmp://alpush.rtmp.nimo.tv/live/KEY?a=b') },
];
