import { msg } from '../../i18n/msg.ts';
import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { select } from '../form/fields.ts';
import { flvOutput } from './helpers/joinStreamKey.ts';
import { streamKeyField } from './helpers/rtmpFields.ts';

/** From the list of OBS Studio, checked 2026-11. The first column is stored. */
const LIVEPUSH_REGIONS: readonly (readonly [value: string, place: string])[] = [
  ['us-central-ch', 'Chicago, US'],
  ['us-east-ny', 'New York, US'],
  ['us-west-la', 'Los Angeles, US'],
  ['us-south-mia', 'Miami, US'],
  ['us-central-dal', 'Dallas, US'],
  ['ca-central-mon', 'Montreal, CA'],
  ['ca-south-tor', 'Toronto, CA'],
  ['au-east-syd', 'Sydney, AU'],
  ['uk-central-ldn', 'London, UK'],
  ['it-north-mln', 'Milan, IT'],
  ['fr-central-par', 'Paris, FR'],
  ['as-southeast-sg', 'Singapore'],
  ['in-south-blr', 'Bangalore, IN'],
];

const LIVEPUSH_ENDED: readonly (readonly [value: string, place: string])[] = [['tr-north-ist', 'Istanbul, TR']];

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
    stream_key: streamKeyField(),
  },
  outputs: ({ region, stream_key }) => [flvOutput(`rtmp://${region}.livepush.io/live`, stream_key)],
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
