import { msg } from '../../i18n/msg.ts';
import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { secret, select, toggle } from '../form/fields.ts';
import { flvTo } from '../joinStreamKey.ts';
import { TWITCH_INGESTS } from '../regions/twitch.ts';

const places = Object.entries(TWITCH_INGESTS).flatMap(([region, ingests]) =>
  ingests.map(([value, place]) => ({ value, label: `${region}: ${place}` })),
);

/** Takes RTMPS as well: the newer ingest points, and the one that finds the nearest of them. */
const isSecured = (region: string) => region === 'live' || region.endsWith('.live-video.net');
const secured = (region: string) => (region === 'live' ? 'ingest.global-contribute.live-video.net' : region);

// Newer ingest points are whole host names; of the others only the first part is stored.
const hostOf = (region: string) => (region.includes('.') ? region : `${region}.twitch.tv`);

export const twitch = defineService({
  id: 'twitch',
  name: 'Twitch',
  category: 'platform',
  requires: { protocols: ['rtmp'], formats: ['flv'], video: ['h264'], audio: ['aac', 'mp3'] },
  keyPage: 'https://dashboard.twitch.tv/settings/stream',
  docs: 'https://help.twitch.tv/s/article/broadcasting-guidelines',
  fields: {
    region: select({
      label: msg('Region'),
      holds: 'place',
      help: msg(
        'The nearest ingest server is selected automatically. Choose another one if the connection to it is poor.',
      ),
      default: 'live',
      options: [{ value: 'live', label: msg('Automatic (nearest)') }, ...places],
    }),
    key: secret({
      label: msg('Stream key'),
      help: msg('From your Twitch dashboard. Keep it secret: anyone who has it can stream to your channel.'),
      required: true,
      holds: 'key',
    }),
    rtmps: toggle({
      label: msg('Encrypted connection (RTMPS)'),
      help: msg('Encrypts the stream and its key on the way to Twitch.'),
      when: ({ region }, { skills }) => isSecured(String(region)) && skills.protocols.output.includes('rtmps'),
    }),
  },
  outputs: ({ region, key, rtmps }) => [
    flvTo(rtmps && isSecured(region) ? `rtmps://${secured(region)}:443/app` : `rtmp://${hostOf(region)}/app`, key),
  ],
});

const flv = ['-f', 'flv'];

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  { given: { key: ' ' }, expect: [] },
  { given: { key: 'KEY' }, expect: [{ address: 'rtmp://live.twitch.tv/app/KEY', options: flv }] },
  {
    given: { region: 'live-fra', key: ' live_1_a?bandwidthtest=true\n' },
    expect: [{ address: 'rtmp://live-fra.twitch.tv/app/live_1_a?bandwidthtest=true', options: flv }],
  },
  {
    given: { region: 'muc01.contribute.live-video.net', key: 'KEY' },
    expect: [{ address: 'rtmp://muc01.contribute.live-video.net/app/KEY', options: flv }],
  },
  {
    given: { key: 'KEY', rtmps: true },
    expect: [{ address: 'rtmps://ingest.global-contribute.live-video.net:443/app/KEY', options: flv }],
  },
  {
    given: { region: 'muc01.contribute.live-video.net', key: 'KEY', rtmps: true },
    expect: [{ address: 'rtmps://muc01.contribute.live-video.net:443/app/KEY', options: flv }],
  },
  {
    given: { region: 'live-fra', key: 'KEY', rtmps: true },
    expect: [{ address: 'rtmp://live-fra.twitch.tv/app/KEY', options: flv }],
  },
];
