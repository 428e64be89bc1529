import { msg } from '../../i18n/msg.ts';
import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { textField, toggle } from '../form/fields.ts';
import { amountField, optionNames, portFault, setOptions } from './helpers/ffmpegOptionFields.ts';

const bytes = msg('bytes');
const figure = (label: string, unit?: string) =>
  amountField({ label, advanced: true, ...(unit === undefined ? {} : { unit }) });

const fields = {
  address: textField({
    label: msg('Address'),
    help: msg('Host and port of the receiver.'),
    placeholder: '239.0.0.1:5000',
    required: true,
    holds: 'address',
    fault: ({ address }) => portFault(String(address)),
  }),
  'params.buffer_size': figure(msg('Socket send buffer'), bytes),
  'params.bitrate': amountField({ label: msg('Bitrate'), unit: 'bit/s', max: 100_000_000_000, advanced: true }),
  'params.burst_bits': figure(msg('Largest burst'), msg('bits')),
  'params.localport': amountField({ label: msg('Local port'), max: 65535, advanced: true }),
  'params.localaddr': textField({ label: msg('Local address'), advanced: true }),
  'params.pkt_size': figure(msg('Packet size'), bytes),
  'params.ttl': amountField({ label: msg('IP time to live (TTL)'), max: 255, advanced: true }),
  'params.fifo_size': figure(msg('Queue'), msg('packets')),
  'params.overrun_nonfatal': toggle({ label: msg('Continue when the queue overflows'), advanced: true }),
  'params.broadcast': toggle({ label: msg('Allow broadcast addresses'), advanced: true }),
};

export const udp = defineService({
  id: 'udp',
  name: 'UDP',
  words: ['multicast', 'custom'],
  category: 'universal',
  docs: 'https://ffmpeg.org/ffmpeg-all.html#udp',
  requires: { protocols: ['udp'], formats: ['mpegts'], video: ['h264'], audio: ['aac', 'mp3'] },
  fields,
  outputs: (settings) => {
    // ffmpeg parses a number here: words such as "true" would be misread.
    const options = setOptions(optionNames(fields, 'params'), 'params', settings, { toggle: (on) => (on ? '1' : '') });
    const params = options.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('&');
    const host = settings.address.trim().replace(/^udp:\/\//i, '');
    const join = params === '' ? '' : host.includes('?') ? '&' : '?';
    return [{ address: `udp://${host}${join}${params}`, options: ['-f', 'mpegts'] }];
  },
});

const ts = ['-f', 'mpegts'];

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  { given: { address: 'h:5000' }, expect: [{ address: 'udp://h:5000', options: ts }] },
  {
    given: { address: 'h:5000', params: { buffer_size: '', ttl: '4', broadcast: true } },
    expect: [{ address: 'udp://h:5000?ttl=4&broadcast=1', options: ts }],
  },
  {
    given: { address: ' UDP://@239.0.0.1:5000?reuse=1 ', params: { buffer_size: '32', overrun_nonfatal: true } },
    expect: [{ address: 'udp://@239.0.0.1:5000?reuse=1&buffer_size=32&overrun_nonfatal=1', options: ts }],
  },
];
