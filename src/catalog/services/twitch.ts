import { msg } from '../../i18n/msg.ts';
import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { secret, select, toggle } from '../form/fields.ts';
import { flvOutput } from './helpers/joinStreamKey.ts';

/** By region, from the lists of Twitch and Amazon IVS (its hosts), checked 2026-11. The first column is stored. */
const TWITCH_INGESTS: Record<string, readonly (readonly [value: string, place: string])[]> = {
  Asia: [
    ['live-hkg', 'Hong Kong'],
    ['blr01.contribute.live-video.net', 'India, Bangalore'],
    ['maa01.contribute.live-video.net', 'India, Chennai'],
    ['hyd01.contribute.live-video.net', 'India, Hyderabad'],
    ['bom01.contribute.live-video.net', 'India, Mumbai'],
    ['del01.contribute.live-video.net', 'India, New Delhi'],
    ['jkt01.contribute.live-video.net', 'Indonesia, Cikarang Barat'],
    ['jkt02.contribute.live-video.net', 'Indonesia, Jakarta'],
    ['osa01.contribute.live-video.net', 'Japan, Osaka'],
    ['live-tyo', 'Japan, Tokyo'],
    ['mnl01.contribute.live-video.net', 'Philippines, Manila'],
    ['live-sin', 'Singapore'],
    ['live-sel', 'South Korea, Seoul'],
    ['live-tpe', 'Taiwan, Taipei'],
    ['bkk02.contribute.live-video.net', 'Thailand, Bangkok'],
  ],
  Europe: [
    ['live-vie', 'Austria, Vienna'],
    ['live-prg', 'Czech Republic, Prague'],
    ['live-cph', 'Denmark, Copenhagen'],
    ['live-hel', 'Finland, Helsinki'],
    ['live-mrs', 'France, Marseille'],
    ['live-cdg', 'France, Paris'],
    ['live-ber', 'Germany, Berlin'],
    ['dus01.contribute.live-video.net', 'Germany, Düsseldorf'],
    ['live-fra', 'Germany, Frankfurt'],
    ['muc01.contribute.live-video.net', 'Germany, Munich'],
    ['live-mil', 'Italy, Milan'],
    ['live-ams', 'Netherlands, Amsterdam'],
    ['live-osl', 'Norway, Oslo'],
    ['live-waw', 'Poland, Warsaw'],
    ['live-lis', 'Portugal, Lisbon'],
    ['live-mad', 'Spain, Madrid'],
    ['live-arn', 'Sweden, Stockholm'],
    ['live-lhr', 'UK, London'],
  ],
  'North America': [
    ['live-ymq', 'Canada, Quebec'],
    ['live-yto', 'Canada, Toronto'],
    ['live-qro', 'Mexico, Querétaro'],
  ],
  Oceania: [['live-syd', 'Australia, Sydney']],
  'South America': [
    ['live-scl', 'Chile, Santiago'],
    ['for01.contribute.live-video.net', 'Brazil, Fortaleza'],
    ['live-rio', 'Brazil, Rio de Janeiro'],
    ['live-sao', 'Brazil, São Paulo'],
    ['live-eze', 'Argentina, Buenos Aires'],
    ['bog01.contribute.live-video.net', 'Colombia, Bogotá'],
    ['live-mde', 'Colombia, Medellín'],
    ['live-lim', 'Peru, Lima'],
  ],
  'US Central': [
    ['live-dfw', 'Dallas, TX'],
    ['live-den', 'Denver, CO'],
    ['dfw56.contribute.live-video.net', 'Garland, TX'],
    ['live-hou', 'Houston, TX'],
    ['live-slc', 'Salt Lake City, UT'],
  ],
  'US East': [
    ['live-iad', 'Ashburn, VA'],
    ['live-atl', 'Atlanta, GA'],
    ['live-ord', 'Chicago, IL'],
    ['mfe01.contribute.live-video.net', 'McAllen, TX'],
    ['live-mia', 'Miami, FL'],
    ['live-jfk', 'New York, NY'],
  ],
  'US West': [
    ['live-lax', 'Los Angeles, CA'],
    ['live-phx', 'Phoenix, AZ'],
    ['live-pdx', 'Portland, OR'],
    ['slc.contribute.live-video.net', 'Salt Lake City, UT'],
    ['live-sfo', 'San Francisco, CA'],
    ['live-sjc', 'San Jose, CA'],
    ['live-sea', 'Seattle, WA'],
  ],
};

const places = Object.entries(TWITCH_INGESTS).flatMap(([region, ingests]) =>
  ingests.map(([value, place]) => ({ value, label: `${region}: ${place}` })),
);

/** Whether it supports RTMPS: newer ingest points, and the automatic choice. */
const isSecured = (region: string) => region === 'live' || region.endsWith('.live-video.net');
const secured = (region: string) => (region === 'live' ? 'ingest.global-contribute.live-video.net' : region);

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
    flvOutput(rtmps && isSecured(region) ? `rtmps://${secured(region)}:443/app` : `rtmp://${hostOf(region)}/app`, key),
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
