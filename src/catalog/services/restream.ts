import { msg } from '../../i18n/msg.ts';
import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { select } from '../form/fields.ts';
import { flvTo } from '../joinStreamKey.ts';
import { RESTREAM_ENDED, RESTREAM_REGIONS } from '../regions/restream.ts';
import { streamKey } from '../rtmpFields.ts';

const places = Object.entries(RESTREAM_REGIONS).flatMap(([area, regions]) =>
  regions.map(([value, place]) => ({ value, label: `${area}: ${place}` })),
);

export const restream = defineService({
  id: 'restream',
  name: 'Restream',
  category: 'platform',
  requires: { protocols: ['rtmp'], formats: ['flv'], video: ['h264'], audio: ['aac', 'mp3'] },
  keyPage: 'https://restream.io/settings/streaming-setup',
  docs: 'https://restream.io',
  // One choice of other interfaces stores a host and a path.
  upgrade: (stored) =>
    typeof stored.region === 'string' ? { ...stored, region: stored.region.split('.')[0] } : stored,
  fields: {
    region: select({
      label: msg('Region'),
      holds: 'place',
      default: 'live',
      options: [
        { value: 'live', label: msg('Automatic (nearest)') },
        ...places,
        ...RESTREAM_ENDED.map(([value, label]) => ({ value, label, storedOnly: true as const })),
      ],
    }),
    stream_key: streamKey(),
  },
  outputs: ({ region, stream_key }) => [flvTo(`rtmp://${region}.restream.io/live`, stream_key)],
});

const to = (region: string) => ({ region, stream_key: 'KEY' });
const sent = (address: string) => [{ address, options: ['-f', 'flv'] }];

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  { given: { stream_key: 'KEY' }, expect: sent('rtmp://live.restream.io/live/KEY') },
  { given: to('newyork'), expect: sent('rtmp://newyork.restream.io/live/KEY') },
  { given: to('miami.restream.io/live'), expect: sent('rtmp://miami.restream.io/live/KEY') },
  { given: to('prague'), expect: sent('rtmp://prague.restream.io/live/KEY') },
];
