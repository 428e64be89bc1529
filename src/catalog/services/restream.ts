import { msg } from '../../i18n/msg.ts';
import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { select } from '../form/fields.ts';
import { addProtocol, flvOutput } from './helpers/joinStreamKey.ts';
import { serverUrlField, streamKeyField } from './helpers/rtmpFields.ts';

/** Keyed by region, from the list of OBS Studio, checked 2026-11. The first column is stored. */
const RESTREAM_REGIONS: Record<string, readonly (readonly [value: string, place: string])[]> = {
  'EU-West': [
    ['london', 'London, GB'],
    ['amsterdam', 'Amsterdam, NL'],
    ['paris', 'Paris, FR'],
  ],
  'EU-Central': [['frankfurt', 'Frankfurt, DE']],
  'EU-South': [['madrid', 'Madrid, Spain']],
  Turkey: [['istanbul', 'Istanbul']],
  'US-West': [
    ['seattle', 'Seattle, WA'],
    ['sanjose', 'San Jose, CA'],
  ],
  'US-Central': [['dallas', 'Dallas, TX']],
  'US-East': [
    ['washington', 'Washington, DC'],
    ['chicago', 'Chicago, IL'],
    ['newyork', 'New York, NY'],
  ],
  'NA-East': [['toronto', 'Toronto, Canada']],
  SA: [['saopaulo', 'São Paulo, Brazil']],
  India: [['bangalore', 'Bangalore']],
  Asia: [
    ['singapore', 'Singapore'],
    ['seoul', 'Seoul, South Korea'],
    ['tokyo', 'Tokyo, Japan'],
    ['hongkong', 'Hong Kong'],
  ],
  Australia: [['sydney', 'Sydney']],
};

/** Not in that list any more, but perhaps still working: listed last and marked. */
const RESTREAM_UNLISTED: readonly (readonly [value: string, place: string])[] = [
  ['luxembourg', 'EU-West: Luxembourg'],
  ['milan', 'EU-West: Milan, IT'],
  ['falkenstein', 'EU-East: Falkenstein, DE'],
  ['prague', 'EU-East: Prague, Czech'],
  ['moscow', 'Russia: Moscow'],
  ['telaviv', 'Israel: Tel Aviv'],
  ['miami', 'US-East: Miami, FL'],
];

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
  // Other interfaces store one choice as a host with a path.
  upgrade: (stored) =>
    typeof stored.region === 'string' ? { ...stored, region: stored.region.split('.')[0] } : stored,
  fields: {
    region: select({
      label: msg('Region'),
      holds: 'place',
      help: msg('* Not in the public list of servers any more. Run the check before you go live with it.'),
      default: 'live',
      options: [
        { value: 'live', label: msg('Automatic (nearest)') },
        ...places,
        ...RESTREAM_UNLISTED.map(([value, place]) => ({ value, label: `${place} *` })),
      ],
      when: ({ server }) => String(server).trim() === '',
    }),
    server: serverUrlField('server', 'rtmp', {
      help: msg('Only if Restream shows another one than that of the region.'),
      placeholder: 'rtmp://live.restream.io/live',
      required: false,
      advanced: true,
    }),
    stream_key: streamKeyField(),
  },
  outputs: ({ region, server, stream_key }) => {
    const shown = server.trim() === '' ? `rtmp://${region}.restream.io/live` : addProtocol(server, 'rtmp://');
    return [flvOutput(shown, stream_key)];
  },
});

const to = (region: string) => ({ region, stream_key: 'KEY' });
const sent = (address: string) => [{ address, options: ['-f', 'flv'] }];

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  { given: { stream_key: 'KEY' }, expect: sent('rtmp://live.restream.io/live/KEY') },
  { given: to('newyork'), expect: sent('rtmp://newyork.restream.io/live/KEY') },
  { given: to('miami.restream.io/live'), expect: sent('rtmp://miami.restream.io/live/KEY') },
  { given: to('prague'), expect: sent('rtmp://prague.restream.io/live/KEY') },
  { given: { ...to('prague'), server: ' ' }, expect: sent('rtmp://prague.restream.io/live/KEY') },
  {
    given: { ...to('newyork'), server: ' berlin.restream.io/live/ ' },
    expect: sent('rtmp://berlin.restream.io/live/KEY'),
  },
];
