import { msg, properName } from '../../i18n/msg.ts';
import { encodePath } from '../../media/address/addressProtocol.ts';
import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { select } from '../form/fields.ts';
import { addProtocol, flvOutput, hlsUploadOutput } from './helpers/joinStreamKey.ts';
import { serverUrlField, streamKeyField } from './helpers/rtmpFields.ts';

/** Keyed by region, from OBS Studio (correct for `ca` and `or`), checked 2026-11. The first column is stored. */
const TWITTER_REGIONS: Record<string, readonly (readonly [value: string, place: string])[]> = {
  'Asia-Pacific': [
    ['jp', 'Tokyo, Japan'],
    ['kr', 'Seoul, South Korea'],
    ['in', 'Mumbai, India'],
    ['sg', 'Singapore'],
    ['au', 'Sydney, Australia'],
  ],
  Europe: [
    ['de', 'Frankfurt, Germany'],
    ['ie', 'Dublin, Ireland'],
    ['fr', 'Paris, France'],
  ],
  'South America': [['br', 'São Paulo, Brazil']],
  'US East': [['va', 'Northern Virginia']],
  'US West': [
    ['ca', 'Northern California'],
    ['or', 'Oregon'],
  ],
};

const places = Object.entries(TWITTER_REGIONS).flatMap(([area, regions]) =>
  regions.map(([value, place]) => ({ value, label: `${area}: ${place}` })),
);
const isPushed = ({ mode }: { mode?: unknown }) => mode !== 'hls';

export const twitter = defineService({
  id: 'twitter',
  name: 'X (Twitter)',
  words: ['x', 'periscope'],
  category: 'platform',
  requires: { protocols: ['rtmps', 'https'], formats: ['flv', 'hls'], video: ['h264'], audio: ['aac', 'mp3'] },
  keyPage: 'https://studio.twitter.com/producer/sources',
  docs: 'https://help.twitter.com/en/using-twitter/how-to-use-live-producer',
  copyright: 'https://help.twitter.com/en/rules-and-policies/copyright-policy',
  fields: {
    mode: select({
      label: msg('Protocol'),
      default: 'rtmps',
      options: [
        { value: 'rtmps', label: properName('RTMPS'), needs: { protocols: ['rtmps'], formats: ['flv'] } },
        // Never worked, so it is not offered.
        { value: 'hls', label: properName('HLS'), storedOnly: true },
      ],
      advanced: true,
    }),
    region: select({
      label: msg('Region'),
      holds: 'place',
      default: 'de',
      options: places,
      when: (settings) => !isPushed(settings) || String(settings.server).trim() === '',
    }),
    server: serverUrlField('server', 'rtmps', {
      help: msg('Only if X shows another one than that of the region.'),
      placeholder: 'rtmps://de.pscp.tv:443/x',
      required: false,
      advanced: true,
      when: isPushed,
    }),
    stream_key: streamKeyField(),
  },
  outputs: ({ mode, region, server, stream_key }, { channel }) => {
    // Named after the channel: unique and stable across restarts.
    if (mode === 'hls')
      return [hlsUploadOutput(`https://${region}.pscp.tv:443/x/${encodePath(stream_key.trim())}${channel}`)];
    const shown = server.trim() === '' ? `rtmps://${region}.pscp.tv:443/x` : addProtocol(server, 'rtmps://');
    return [flvOutput(shown, stream_key)];
  },
});

const sent = (address: string) => [{ address, options: ['-f', 'flv'] }];
const name = 'https://va.pscp.tv:443/x/KEY11111111-2222-4333-8444-555555555555';

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  { given: { stream_key: 'KEY' }, expect: sent('rtmps://de.pscp.tv:443/x/KEY') },
  { given: { region: 'or', stream_key: ' KEY ' }, expect: sent('rtmps://or.pscp.tv:443/x/KEY') },
  {
    given: { server: ' RTMPS://va.example:443/x/ ', stream_key: 'KEY' },
    expect: sent('rtmps://va.example:443/x/KEY'),
  },
  {
    given: { mode: 'hls', region: 'va', stream_key: 'KEY' },
    expect: [
      {
        address: `${name}.m3u8`,
        options: [
          ...['-f', 'hls', '-start_number', '0', '-hls_time', '2', '-hls_delete_threshold', '3'],
          ...['-hls_list_size', '5', '-hls_flags', 'append_list', '-hls_segment_type', 'mpegts'],
          ...['-http_persistent', '1', '-y', '-method', 'PUT', '-hls_segment_filename', `${name}_%d.ts`],
        ],
      },
    ],
  },
];
