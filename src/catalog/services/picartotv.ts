import { msg } from '../../i18n/msg.ts';
import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { select } from '../form/fields.ts';
import { flvOutput } from './helpers/joinStreamKey.ts';
import { streamKeyField } from './helpers/rtmpFields.ts';

export const picartotv = defineService({
  id: 'picartotv',
  name: 'Picarto.TV',
  category: 'platform',
  requires: { protocols: ['rtmp'], formats: ['flv'], video: ['h264'], audio: ['aac', 'mp3'] },
  keyPage: 'https://picarto.tv',
  // Typo of other interfaces: this host does not exist.
  upgrade: (stored) => (stored.region === 'live.us-dalla' ? { ...stored, region: 'live.us-dallas' } : stored),
  fields: {
    region: select({
      label: msg('Region'),
      holds: 'place',
      default: 'live.us',
      options: [
        { value: 'live.us', label: msg('Automatic (nearest)') },
        { value: 'live.us-losangeles', label: msg('Los Angeles, USA') },
        { value: 'live.us-dallas', label: msg('Dallas, USA') },
        { value: 'live.us-miami', label: msg('Miami, USA') },
        { value: 'live.us-newyork', label: msg('New York, USA') },
        { value: 'live.eu-west1', label: msg('Europe') },
      ],
    }),
    stream_key: streamKeyField(),
  },
  outputs: ({ region, stream_key }) => [flvOutput(`rtmp://${region}.picarto.tv/golive`, stream_key)],
});

const to = (region: string) => ({ region, stream_key: 'KEY' });
const sent = (address: string) => [{ address, options: ['-f', 'flv'] }];

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  { given: { stream_key: 'KEY' }, expect: sent('rtmp://live.us.picarto.tv/golive/KEY') },
  { given: to('live.eu-west1'), expect: sent('rtmp://live.eu-west1.picarto.tv/golive/KEY') },
  { given: to('live.us-dalla'), expect: sent('rtmp://live.us-dallas.picarto.tv/golive/KEY') },
];
