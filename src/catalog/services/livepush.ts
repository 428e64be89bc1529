import { msg } from '../../i18n/msg.ts';
import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { select } from '../form/fields.ts';
import { flvTo } from '../joinStreamKey.ts';
import { LIVEPUSH_ENDED, LIVEPUSH_REGIONS } from '../regions/livepush.ts';
import { streamKey } from '../rtmpFields.ts';

export const livepush = defineService({
  id: 'livepush',
  name: 'Livepush',
  category: 'platform',
  requires: { protocols: ['rtmp'], formats: ['flv'], video: ['h264'], audio: ['aac', 'mp3'] },
  keyPage: 'https://livepush.io',
  docs: 'https://docs.livepush.io/en/',
  fields: {
    region: select({
      label: msg('Region'),
      holds: 'place',
      default: 'dc-global',
      options: [
        { value: 'dc-global', label: msg('Automatic (nearest)') },
        ...LIVEPUSH_REGIONS.map(([value, label]) => ({ value, label })),
        ...LIVEPUSH_ENDED.map(([value, label]) => ({ value, label, storedOnly: true as const })),
      ],
    }),
    stream_key: streamKey(),
  },
  outputs: ({ region, stream_key }) => [flvTo(`rtmp://${region}.livepush.io/live`, stream_key)],
});

const sent = (address: string) => [{ address, options: ['-f', 'flv'] }];

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  { given: { stream_key: 'KEY' }, expect: sent('rtmp://dc-global.livepush.io/live/KEY') },
  {
    given: { region: 'tr-north-ist', stream_key: ' KEY ' },
    expect: sent('rtmp://tr-north-ist.livepush.io/live/KEY'),
  },
];
