import { msg } from '../../i18n/msg.ts';
import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { secret } from '../form/fields.ts';
import { amountField, optionArguments, serverFields, typedAddress } from './helpers/ffmpegOptionFields.ts';

/** WebRTC: needs ffmpeg 8 with a DTLS library. */
export const whip = defineService({
  id: 'whip',
  name: 'WHIP',
  words: ['webrtc', 'whep'],
  category: 'universal',
  requires: { formats: ['whip'], video: ['h264'], audio: ['opus'] },
  fields: {
    ...serverFields(['https', 'http'], 'whip.example.com/live/stream'),
    token: secret({
      label: msg('Bearer token'),
      holds: 'token',
      fault: ({ token }) => (/[\r\n]/.test(String(token).trim()) ? msg('The token must be one line.') : null),
    }),
    handshake_timeout: amountField({ label: msg('Connect timeout'), unit: 'ms', advanced: true }),
  },
  outputs: (settings) => {
    const options = Object.entries({
      authorization: settings.token.trim().replace(/^Bearer\s+/i, ''),
      handshake_timeout: settings.handshake_timeout.trim(),
    }).map(([name, value]) => ({ name, value }));
    return [
      {
        address: typedAddress(settings),
        options: ['-f', 'whip', ...optionArguments(options.filter(({ value }) => value !== ''))],
      },
    ];
  },
  // The path of a WHIP address acts as a key.
  masks: (settings) => pathParts(typedAddress(settings)),
});

const pathParts = (address: string) =>
  /^[^:]+:\/\/[^/]+\/(.*)$/
    .exec(address)?.[1]
    ?.split(/[/?&=]/)
    .slice(-1) ?? [];

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  { given: { address: 'h/live/key' }, expect: [{ address: 'https://h/live/key', options: ['-f', 'whip'] }] },
  {
    given: { address: ' HTTPS://h/whip ', token: ' Bearer t0ken ', handshake_timeout: '9000' },
    expect: [
      {
        address: 'https://h/whip',
        options: ['-f', 'whip', '-authorization', 't0ken', '-handshake_timeout', '9000'],
      },
    ],
  },
];
