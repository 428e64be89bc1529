import { msg } from '../../i18n/msg.ts';
import { schemeOf } from '../../media/address/addressProtocol.ts';
import { enhancedRtmp } from '../../media/encoding/skills.ts';
import type { ServiceExample } from '../form/argumentExampleTypes.ts';
import { defineService } from '../form/defineCatalogEntry.ts';
import { hidden, readonly, type Settings, textField } from '../form/fields.ts';
import { addProtocol } from './helpers/joinStreamKey.ts';

const GUIDE = 'https://docs.datarhei.com/restreamer/knowledge-base/manual/system-settings';

const schemeIn = (address: string) => schemeOf(address).toLowerCase();
const found = (address: string, pattern: RegExp) => pattern.exec(address)?.[1] ?? '';

/** Parts of the address, which are stored for other interfaces and shown unless secret. */
function partsOf(typed: string) {
  const address = typed.trim();
  const scheme = schemeIn(address);
  const rest = address.slice(scheme.length + '://'.length);
  if (scheme === 'srt') {
    const stream = found(rest, /[?&]streamid=([^&]*)/i) || found(rest, /#([^&]*)/);
    return {
      scheme,
      host: found(rest, /^([^/?#]*)/),
      stream,
      token: '',
      passphrase: found(rest, /[?&]passphrase=([^&]*)/i),
    };
  }
  if (scheme !== 'rtmp' && scheme !== 'rtmps') return { scheme: '', host: '', stream: '', token: '', passphrase: '' };
  return {
    ...{ scheme, host: found(rest, /^([^/?#]*)/), stream: found(rest, /^[^/?#]*([^?#]*)/) },
    ...{ token: found(rest, /^[^?]*\?.*?token[=:]([^&]*)/is), passphrase: '' },
  };
}

const part =
  (part: keyof ReturnType<typeof partsOf>) =>
  ({ v2_address }: Settings) =>
    partsOf(String(v2_address ?? ''))[part];

/** Versions up to 1.4 stored the address in parts; these are kept. */
function upgrade(stored: Settings): Settings {
  const textAt = (key: string, fallback = '') => {
    const value = stored[key];
    return typeof value === 'string' ? value.trim() : fallback;
  };
  const base = textAt('base_url');
  if (textAt('v2_address') !== '' || base === '') return stored;
  const protocol = textAt('protocol', 'rtmp').replace(/:\/\/$/, '');
  const [name, token] = [textAt('stream_name'), textAt('token') || textAt('rtmp_token')];
  const app = textAt('app_path', 'live');
  const passphrase = textAt('srt_passphrase');
  const v2_address =
    protocol === 'srt'
      ? `srt://${base}?mode=caller&transtype=live&streamid=#!:m=publish,r=${name}${token && `,token=${token}`}${passphrase && `&passphrase=${passphrase}`}`
      : `${protocol}://${base}${app && `/${app}`}/${name}${token && `?token=${token}`}`;
  return { ...stored, v2_address };
}

export const datarheicore = defineService({
  id: 'datarheicore',
  aliases: ['datarhei_core'],
  name: 'datarhei Core',
  category: 'software',
  requires: { protocols: ['rtmp', 'rtmps', 'srt'], formats: ['flv', 'mpegts'], video: ['h264'], audio: ['aac'] },
  enhanced: ['hevc', 'av1', 'vp9'],
  keyPage: ({ v2_address }) => `${GUIDE}/${schemeIn(v2_address) === 'srt' ? 'srt' : 'rtmp'}`,
  docs: 'https://docs.datarhei.com/restreamer',
  upgrade,
  fields: {
    v2_address: textField({
      label: msg('Target address'),
      help: msg('The RTMP or SRT address that the other core shows for publishing.'),
      placeholder: 'rtmp://core.example.com:1935/live/camera.stream?token=…',
      required: true,
      covered: true,
      holds: 'address',
      fault: ({ v2_address }) =>
        ['rtmp', 'rtmps', 'srt'].includes(schemeIn(String(v2_address))) || String(v2_address).trim() === ''
          ? null
          : msg('Not a valid address for this service. It must start with rtmp://, rtmps:// or srt://.'),
    }),
    v2_protocol: readonly({
      label: msg('Protocol'),
      from: part('scheme'),
      when: (settings) => part('scheme')(settings) !== '',
    }),
    v2_host: readonly({ label: msg('Server'), from: part('host'), when: (settings) => part('host')(settings) !== '' }),
    // Hidden for SRT, where it may contain a token.
    v2_stream_id: readonly({
      label: msg('Stream ID'),
      from: part('stream'),
      when: (settings) => part('stream')(settings) !== '' && part('scheme')(settings) !== 'srt',
    }),
    v2_token: hidden({ default: '', from: part('token'), secret: true }),
    v2_passphrase: hidden({ default: '', from: part('passphrase'), secret: true }),
  },
  outputs: ({ v2_address }, { skills }) => {
    const address = addProtocol(v2_address, '');
    if (schemeIn(address) === 'srt') return [{ address, options: ['-bsf:v', 'dump_extra', '-f', 'mpegts'] }];
    return [{ address, options: ['-f', 'flv', ...enhancedRtmp(skills)] }];
  },
  faults: ({ v2_address }, { streams }) =>
    schemeIn(v2_address) === 'srt' && streams.some(({ codec }) => codec === 'av1' || codec === 'vp9')
      ? { '': msg('Over SRT the video must be H.264 or H.265.') }
      : {},
  masks: ({ v2_address }) => {
    const { stream, scheme } = partsOf(v2_address);
    return scheme === 'srt' ? [stream] : [];
  },
});

const flv = ['-f', 'flv'];
const ts = ['-bsf:v', 'dump_extra', '-f', 'mpegts'];
const at = (v2_address: string) => ({ v2_address });
const srt = 'srt://h:6000?mode=caller&transtype=live&streamid=id,mode:publish,token:T&passphrase=P';
const parts = { base_url: 'h:1935', stream_name: 's' };

export const examples: ServiceExample[] = [
  { given: {}, expect: [] },
  {
    given: at(' RTMP://h:1935/live/id.stream?token=T '),
    expect: [{ address: 'rtmp://h:1935/live/id.stream?token=T', options: flv }],
  },
  { given: at(srt), expect: [{ address: srt, options: ts }] },
  {
    given: at('rtmp://h/live/s'),
    ffmpeg: { major: 6, minor: 1 },
    expect: [{ address: 'rtmp://h/live/s', options: [...flv, '-rtmp_enhanced_codecs', 'hvc1,av01,vp09'] }],
  },
  {
    given: { ...parts, rtmp_token: 'T' },
    expect: [{ address: 'rtmp://h:1935/live/s?token=T', options: flv }],
  },
  {
    given: { ...parts, protocol: 'rtmps://', app_path: '', rtmp_token: '' },
    expect: [{ address: 'rtmps://h:1935/s', options: flv }],
  },
  {
    given: { ...parts, protocol: 'rtmp', token: 'T', srt_passphrase: '' },
    expect: [{ address: 'rtmp://h:1935/live/s?token=T', options: flv }],
  },
  {
    given: { ...parts, protocol: 'srt', token: 'T', srt_passphrase: 'P' },
    expect: [
      {
        address: 'srt://h:1935?mode=caller&transtype=live&streamid=#!:m=publish,r=s,token=T&passphrase=P',
        options: ts,
      },
    ],
  },
  { given: { ...parts, v2_address: 'rtmp://new/live/s' }, expect: [{ address: 'rtmp://new/live/s', options: flv }] },
];
