import { msg } from '../../i18n/msg.ts';
import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { type Fields, number, secret, select, textField, toggle } from '../form/fields.ts';
import { valueAt } from '../form/fieldValues.ts';

const bytes = msg('bytes');
const perSecond = msg('bytes/s');
const microseconds = msg('µs');
// libsrt 1.5 rejects other values or fails to connect; its window is only limited by memory.
const WINDOW = { min: 32, max: 10_000_000 };
const HOPS = { min: 1, max: 255 };
const SEGMENT = { min: 116, max: 65_536 };
const OVERHEAD = { min: 5, max: 100 };
const PAYLOAD = { min: -1, max: 1456 };
/** Half of libsrt's key renewal interval of 2^24 packets. */
const ANNOUNCEMENT = { min: -1, max: 2 ** 23 - 1 };
const count = (label: string, fallback: number, unit?: string, limits: { min: number; max?: number } = { min: 0 }) =>
  number({ label, default: fallback, ...limits, advanced: true, ...(unit === undefined ? {} : { unit }) });

const fields = {
  address: textField({
    label: msg('Address'),
    help: msg('Host and port of the receiver.'),
    placeholder: 'srt.example.com:6000',
    required: true,
    holds: 'address',
  }),
  'params.connect_timeout': count(msg('Connect timeout'), 3000, 'ms', { min: 1 }),
  'params.ffs': count(msg('Flow control window'), 25600, bytes, WINDOW),
  'params.inputbw': count(msg('Input bandwidth'), 0, perSecond),
  'params.iptos': textField({
    label: msg('IP type of service (ToS)'),
    default: '0xB8',
    advanced: true,
    figure: { min: 0, max: 0xff, also: 'hex', optional: true },
  }),
  'params.ipttl': count(msg('IP time to live (TTL)'), 64, undefined, HOPS),
  'params.latency': number({
    label: msg('Latency'),
    help: msg('Time to resend lost packets. Rule of thumb: four times the round-trip time (RTT) to the receiver.'),
    unit: microseconds,
    default: 120000,
    min: 0,
    step: 1000,
  }),
  'params.listen_timeout': count(msg('Listen timeout'), 0, microseconds),
  'params.maxbw': count(msg('Maximum bandwidth'), 0, perSecond, { min: -1 }),
  'params.mode': select({
    label: msg('Mode'),
    default: 'caller',
    options: [
      { value: 'caller', label: msg('Caller: connects to the receiver') },
      { value: 'listener', label: msg('Listener: waits for the receiver') },
      { value: 'rendezvous', label: msg('Rendezvous: both sides connect') },
    ],
  }),
  'params.mss': count(msg('Maximum segment size (MSS)'), 1500, bytes, SEGMENT),
  'params.nakreport': toggle({ label: msg('Periodic NAK reports'), default: true, advanced: true }),
  'params.oheadbw': number({
    ...{ label: msg('Retransmission overhead'), unit: '%', default: 25, ...OVERHEAD, advanced: true },
  }),
  'params.payload_size': count(msg('Payload size'), -1, bytes, PAYLOAD),
  'params.send_buffer_size': count(msg('Socket send buffer'), 0, bytes),
  'params.timeout': count(msg('Socket timeout'), 3000000, microseconds),
  'params.tlpktdrop': toggle({ label: msg('Drop late packets'), default: true, advanced: true }),
  'params.sndbuf': count(msg('Send buffer'), 0, bytes),
  'params.rcvbuf': count(msg('Receive buffer'), 0, bytes),
  'params.lossmaxttl': count(msg('Packet reorder tolerance'), 0, msg('packets')),
  'params.smoother': select({
    label: msg('Congestion control'),
    default: 'live',
    options: ['live', 'file'],
    advanced: true,
  }),
  'params.streamid': secret({
    label: msg('Stream ID'),
    holds: 'stream',
    help: msg('Identifies the stream, and often the sender, to the receiver.'),
  }),
  'params.transtype': select({
    label: msg('Transmission type'),
    default: 'live',
    options: ['live', 'file'],
    advanced: true,
  }),
  'params.passphrase': secret({
    label: msg('Passphrase'),
    help: msg('Encrypts the stream. 10 to 79 characters.'),
    holds: 'passphrase',
  }),
  'params.enforced_encryption': toggle({ label: msg('Enforce encryption'), advanced: true }),
  'params.kmrefreshrate': count(msg('Key refresh rate'), -1, msg('packets'), { min: -1 }),
  'params.kmpreannounce': count(msg('Key pre-announcement'), -1, msg('packets'), ANNOUNCEMENT),
  'params.pbkeylen': select({
    ...{ label: msg('Key length'), unit: bytes, default: '16', options: ['16', '24', '32'], advanced: true },
  }),
} satisfies Fields;

export const srtService = defineService({
  id: 'srt',
  name: 'SRT',
  words: ['custom', 'own server', 'low delay'],
  category: 'universal',
  docs: 'https://ffmpeg.org/ffmpeg-all.html#srt',
  // MPEG-TS has no widely supported mapping for VP9 and AV1.
  requires: { protocols: ['srt'], formats: ['mpegts'], video: ['h264', 'hevc'], audio: ['aac', 'mp3'] },
  fields,
  outputs: (settings) => {
    const host = settings.address.trim().replace(/^srt:\/\//i, '');
    const set = Object.entries(fields).flatMap(([key, field]) => {
      const value = written(valueAt(settings, key));
      const name = key.replace('params.', '');
      // Always written, as in existing installations.
      const isNeeded = name === 'transtype' || value !== written(field.default);
      return key === 'address' || value === '' || !isNeeded ? [] : [{ name, value }];
    });
    const params = set.filter(({ value }) => !ODD.test(value)).map(({ name, value }) => `${name}=${value}`);
    const odd = set
      .filter(({ value }) => ODD.test(value))
      .flatMap(({ name, value }) => [OPTION[name] ?? `-${name}`, value]);
    const address = `srt://${host}${host.includes('?') ? '&' : '?'}${params.join('&')}`;
    return [{ address, options: ['-bsf:v', 'dump_extra', '-f', 'mpegts', ...odd] }];
  },
  faults: ({ address, params: { passphrase, sndbuf, kmrefreshrate, kmpreannounce } }) => ({
    ...(/:\d+(?:[/?].*)?$/s.test(address.trim())
      ? {}
      : { address: msg('The port is missing. Enter the address as host:port.') }),
    ...(passphrase === '' || (passphrase.length >= 10 && passphrase.length <= 79)
      ? {}
      : { 'params.passphrase': msg('The passphrase must have 10 to 79 characters.') }),
    // A buffer smaller than a packet sends nothing; 0 uses libsrt's default.
    ...(sndbuf > 0 && sndbuf < 1500 ? { 'params.sndbuf': msg('Enter 0 or at least 1500 bytes.') } : {}),
    ...(kmrefreshrate > 0 && kmpreannounce > (kmrefreshrate - 1) / 2
      ? { 'params.kmpreannounce': msg('Enter less than half of the key refresh rate.') }
      : {}),
  }),
});

const written = (value: unknown) => (typeof value === 'boolean' ? String(Number(value)) : String(value).trim());

// ffmpeg does not decode values in an address and reads + as a space, so these become options.
const ODD = /[&+%|'"\\[\]\s]/;
// -streamid is an option of ffmpeg itself.
const OPTION: Record<string, string> = { streamid: '-srt_streamid' };

const ts = ['-bsf:v', 'dump_extra', '-f', 'mpegts'];

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  { given: { address: 'h:6000' }, expect: [{ address: 'srt://h:6000?transtype=live', options: ts }] },
  {
    given: { address: ' srt://h:6000?mode=listener ' },
    expect: [{ address: 'srt://h:6000?mode=listener&transtype=live', options: ts }],
  },
  {
    given: {
      address: 'h:6000',
      params: { streamid: 'abc', latency: '200000', passphrase: 'secret1234', nakreport: false, mode: 'listener' },
    },
    expect: [
      {
        address:
          'srt://h:6000?latency=200000&mode=listener&nakreport=0&streamid=abc&transtype=live&passphrase=secret1234',
        options: ts,
      },
    ],
  },
  {
    given: { address: 'h:6000', params: { streamid: '#!::m=publish,r=cam', ffs: '', maxbw: -1 } },
    expect: [{ address: 'srt://h:6000?maxbw=-1&streamid=#!::m=publish,r=cam&transtype=live', options: ts }],
  },
  {
    given: { address: 'h:6000', params: { streamid: 'a&b', passphrase: 'p+ss & word' } },
    expect: [
      {
        address: 'srt://h:6000?transtype=live',
        options: [...ts, '-srt_streamid', 'a&b', '-passphrase', 'p+ss & word'],
      },
    ],
  },
];
