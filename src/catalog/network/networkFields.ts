import { msg, properName } from '../../i18n/msg.ts';
import { classOf, isAddress, isReadable, listens, takesCredentials } from '../../media/address/addressProtocol.ts';
import { isTakenBy, listenPortOf } from '../../media/address/listenPort.ts';
import { pushTypeOf } from '../../media/address/pushAddress.ts';
import { ffmpegHas } from '../../media/encoding/ffmpegOptionsByVersion.ts';
import { FRAME_RATE_LIMITS } from '../form/choiceLists.ts';
import type { SourceContext } from '../form/defineCatalogEntry.ts';
import {
  type Fields,
  multiselect,
  number,
  numberOrNone,
  panel,
  type Settings,
  secret,
  select,
  textField,
  toggle,
  withGroup,
} from '../form/fields.ts';
import { isSwitchedOn, valueAt } from '../form/fieldValues.ts';

export const isPull = (settings: Settings) => settings.mode !== 'push';
export const pulledAddress = (settings: Settings) => String(settings.address ?? '');
const pullsFrom = (kind: string) => (settings: Settings) =>
  isPull(settings) && classOf(pulledAddress(settings)) === kind;
const pullsWithCredentials = (settings: Settings) => isPull(settings) && takesCredentials(pulledAddress(settings));

export type AnalysisKind = 'rtmp' | 'http' | 'other';

export function analyzedAs(settings: Settings): AnalysisKind {
  const kind = isPull(settings) ? classOf(pulledAddress(settings)) : pushTypeOf(valueAt(settings, 'push.type'));
  if (kind === 'rtmp') return 'rtmp';
  return kind === 'http' || kind === 'hls' ? 'http' : 'other';
}

interface RawFormat {
  format: string;
  name: string;
  ending: RegExp;
  type: RegExp;
  /** More options, for facts that the stream does not contain. */
  options: readonly string[];
}

/** Uses arrival times, as ffmpeg would assume 25 fps. */
const AS_THEY_COME = ['-use_wallclock_as_timestamps', '1'];
const G711 = ['-ar', '8000'];

/** Streams without a container, and MJPEG with boundaries that ffmpeg does not find. */
export const RAW_FORMATS: readonly RawFormat[] = [
  {
    format: 'mjpeg',
    name: 'MJPEG',
    ending: /\.mjpe?g$/i,
    type: /^multipart\/x-mixed-replace|^video\/(?:x-)?(?:motion-jpeg|mjpe?g)/,
    options: AS_THEY_COME,
  },
  { format: 'h264', name: 'H.264', ending: /\.(?:h?264|avc)$/i, type: /^video\/(?:x-)?h\.?264/, options: AS_THEY_COME },
  {
    format: 'hevc',
    name: 'H.265',
    ending: /\.(?:h?265|hevc)$/i,
    type: /^video\/(?:x-)?(?:h\.?265|hevc)/,
    options: AS_THEY_COME,
  },
  {
    format: 'aac',
    name: 'AAC (ADTS)',
    ending: /\.(?:aac|adts)$/i,
    type: /^audio\/(?:x-)?(?:aacp?|adts|hx-aac-adts)\b/,
    options: [],
  },
  { format: 'mp3', name: 'MP3', ending: /\.mp3$/i, type: /^audio\/(?:x-)?(?:mp3|mpeg3?|mpg)\b/, options: [] },
  {
    format: 'ac3',
    name: 'AC-3',
    ending: /\.ac3$/i,
    type: /^audio\/(?:x-|vnd\.dolby\.)?(?:ac-?3|dd-raw)\b/,
    options: [],
  },
  {
    format: 'mulaw',
    name: 'G.711 µ-law',
    ending: /\.(?:ul|ulaw|mulaw|au)$|\/axis-cgi\/audio\/receive\.cgi$/i,
    type: /^audio\/(?:basic|(?:x-)?(?:pcmu|mulaw|ulaw|g711u?))\b/,
    options: G711,
  },
  {
    format: 'alaw',
    name: 'G.711 A-law',
    ending: /\.(?:al|alaw)$/i,
    type: /^audio\/(?:x-)?(?:pcma|alaw|g711a)\b/,
    options: G711,
  },
  {
    format: 'mpegts',
    name: 'MPEG-TS',
    ending: /\.(?:ts|m2ts|mts)$/i,
    type: /^video\/(?:x-)?(?:mp2t|mpegts|mpeg-ts)\b/,
    options: [],
  },
];

export const withHeading = <const F extends Fields<SourceContext>>(heading: string, fields: F): F =>
  withGroup(heading, fields);

const FLAGS = [
  'discardcorrupt',
  'fastseek',
  'genpts',
  'igndts',
  'ignidx',
  'nobuffer',
  'nofillin',
  'noparse',
  'sortdts',
];

const duration = (kind: AnalysisKind, fallback: number, help: string) =>
  numberOrNone({
    label: msg('Analysis duration (analyzeduration)'),
    unit: msg('µs'),
    unset: msg('Automatic'),
    help,
    ...{ default: fallback, min: 1, advanced: true },
    when: (settings) => analyzedAs(settings) === kind,
  });

const readingFields = {
  ...withHeading(msg('Reading'), {
    // Other interfaces ignore it and keep the stored address with its options.
    'general.format': select({
      label: msg('Format'),
      help: msg('Only for a stream that ffmpeg does not recognize automatically.'),
      default: '',
      options: [
        { value: '', label: msg('Automatic') },
        ...RAW_FORMATS.map(({ format, name }) => ({ value: format, label: name })),
      ],
      advanced: true,
      when: (settings) => isPull(settings) && analyzedAs(settings) !== 'rtmp',
    }),
    'general.fflags': multiselect({
      label: msg('Input flags (fflags)'),
      default: ['genpts'],
      options: FLAGS,
      advanced: true,
    }),
    'general.thread_queue_size': number({
      label: msg('Thread queue size'),
      unit: msg('packets'),
      ...{ default: 512, min: 0, advanced: true },
    }),
    'general.probesize': numberOrNone({
      label: msg('Data to analyze (probesize)'),
      unit: msg('bytes'),
      unset: msg('Automatic'),
      help: msg('How much ffmpeg reads to find all streams. More helps when one is missing, but starts later.'),
      ...{ default: 5_000_000, min: 32, advanced: true },
    }),
    'general.max_probe_packets': number({
      label: msg('Packets to analyze (max_probe_packets)'),
      unit: msg('packets'),
      ...{ default: 2500, min: 1, advanced: true },
    }),
    'general.analyzeduration': duration('other', 5_000_000, msg('How long ffmpeg looks for streams before it starts.')),
    'general.analyzeduration_rtmp': duration(
      'rtmp',
      3_000_000,
      msg('How long ffmpeg looks for streams before it starts. Automatic is 3 s for a stream that is pulled.'),
    ),
    'general.analyzeduration_http': duration(
      'http',
      20_000_000,
      msg('How long ffmpeg looks for streams before it starts. Automatic is 20 s for a stream that is pulled.'),
    ),
  }),
  ...withHeading(msg('Timestamps'), {
    'general.copyts': toggle({
      label: msg("Keep the source's timestamps (copyts)"),
      help: msg('When off, timestamps start at zero and jumps are evened out.'),
      advanced: true,
    }),
    'general.start_at_zero': toggle({
      label: msg('Start at zero (start_at_zero)'),
      help: msg("Only has an effect together with the source's timestamps."),
      advanced: true,
    }),
    'general.use_wallclock_as_timestamps': toggle({
      label: msg('Use the clock of the server (use_wallclock_as_timestamps)'),
      help: msg('For sources whose own timestamps are wrong.'),
      advanced: true,
    }),
    'general.avoid_negative_ts': select({
      label: msg('Negative timestamps (avoid_negative_ts)'),
      default: 'auto',
      options: [
        { value: 'auto', label: msg('Automatic') },
        { value: 'make_non_negative', label: msg('Shift only if there are any') },
        { value: 'make_zero', label: msg('Shift so that the first is zero') },
        { value: 'disabled', label: msg('Leave as they are') },
      ],
      advanced: true,
      when: (_, { ffmpeg }) => ffmpegHas('negativeTimesOfInputs', ffmpeg),
    }),
  }),
};

const UNSUPPORTED = msg("This core's ffmpeg does not support this protocol.");

function addressFault({ address }: Settings, { skills, taken: usedPorts }: SourceContext): string | null {
  const typed = String(address);
  if (!isAddress(typed)) return msg('The address must start with a protocol, for example rtsp:// or https://.');
  // If the core cannot list its protocols, the probe decides.
  const unreadable = skills.protocols.input.length > 0 && !isReadable(typed, skills);
  if (unreadable) return UNSUPPORTED;
  const port = listenPortOf(typed);
  if (!port || !usedPorts) return null;
  if (isTakenBy(port, usedPorts.core)) return msg('The core itself uses this port. Choose a different one.');
  return isTakenBy(port, usedPorts.others)
    ? msg('Another process of the core uses this port. Choose a different one.')
    : null;
}

/** A push is read from the core's own server. */
function pushFault(settings: Settings, { skills: { protocols } }: SourceContext): string | null {
  const type = pushTypeOf(valueAt(settings, 'push.type'));
  const unreadable = type !== 'hls' && protocols.input.length > 0 && !protocols.input.includes(type);
  return unreadable ? UNSUPPORTED : null;
}

/** ffmpeg does not decode an RTMP login, so it cannot contain delimiters. */
const loginFault = (key: 'username' | 'password', ends: RegExp, fault: string) => (settings: Settings) =>
  classOf(pulledAddress(settings)) === 'rtmp' && ends.test(String(settings[key] ?? '')) ? fault : null;

/** ffmpeg silently ignores other proxies. */
const proxyFault = (settings: Settings) => {
  const proxy = String(valueAt(settings, 'http.http_proxy') ?? '');
  return proxy === '' || proxy.startsWith('http://') ? null : msg('The proxy must start with http://.');
};

export const networkFields = {
  mode: select({
    label: msg('Mode'),
    default: 'pull',
    options: [
      { value: 'pull', label: msg('Pull: the server fetches the stream') },
      { value: 'push', label: msg('Push: the stream is sent to the server') },
    ],
  }),
  address: textField({
    label: msg('Address'),
    placeholder: 'rtsp://192.0.2.10/stream',
    help: msg('RTSP, RTMP, HLS, SRT, HTTP, UDP and others.'),
    required: true,
    holds: 'address',
    when: isPull,
    fault: addressFault,
  }),
  'listen.address': panel({
    name: 'listenAddress',
    when: (settings) => isPull(settings) && listens(pulledAddress(settings)),
  }),
  username: textField({
    label: msg('Username'),
    holds: 'username',
    when: pullsWithCredentials,
    fault: loginFault('username', /[/?#:]/, msg('An RTMP username cannot contain / ? # or a colon.')),
  }),
  password: secret({
    label: msg('Password'),
    holds: 'password',
    when: pullsWithCredentials,
    fault: loginFault('password', /[/?#]/, msg('An RTMP password cannot contain / ? or #.')),
  }),
  'push.type': select({
    label: msg('Protocol'),
    default: 'rtmp',
    options: [
      { value: 'rtmp', label: properName('RTMP') },
      // Without push keys, the address would contain the password of the whole memory storage.
      { value: 'hls', label: properName('HLS'), extension: 'push-keys' },
    ],
    found: ({ network }) => [
      {
        value: 'srt',
        label: properName('SRT'),
        ...(network.srt.enabled === null ? { storedOnly: true as const } : {}),
      },
    ],
    when: (settings) => !isPull(settings),
    fault: pushFault,
  }),
  'push.address': panel({ name: 'pushAddress', when: (settings) => !isPull(settings) }),
  // Empty, or the channel id: the key is derived from the id.
  'push.name': textField({
    label: msg('Own stream key'),
    holds: 'stream',
    help: msg('When empty, the key is made of the channel id, which is public.'),
    advanced: true,
    when: (settings) => !isPull(settings) && valueAt(settings, 'push.type') !== 'hls',
  }),
  'rtsp.udp': toggle({
    label: msg('RTSP over UDP'),
    holds: 'transport',
    help: msg('Lower latency, but packets can get lost. When off, RTSP uses TCP.'),
    when: pullsFrom('rtsp'),
  }),
  // Other interfaces ignore it and keep the stored address with its options.
  'rtsp.http': toggle({
    label: msg('RTSP over HTTP'),
    help: msg('For cameras behind a firewall that lets nothing else through. Goes before UDP.'),
    advanced: true,
    when: pullsFrom('rtsp'),
  }),
  'rtsp.stimeout': number({
    label: msg('Socket timeout'),
    unit: msg('µs'),
    ...{ default: 5_000_000, min: 0, advanced: true },
    when: pullsFrom('rtsp'),
  }),
  ...withHeading(msg('HTTP request'), {
    'http.readNative': toggle({
      label: msg('Read in real time (-re)'),
      help: msg('Reads files and playlists in real time instead of as fast as possible.'),
      default: true,
      advanced: true,
      when: pullsFrom('http'),
    }),
    'http.forceFramerate': toggle({ label: msg('Force frame rate'), advanced: true, when: pullsFrom('http') }),
    'http.framerate': number({
      label: msg('Frame rate'),
      unit: 'fps',
      ...{ default: 25, ...FRAME_RATE_LIMITS, advanced: true },
      when: (settings) => pullsFrom('http')(settings) && isSwitchedOn(settings, 'http.forceFramerate'),
    }),
    'http.userAgent': textField({ label: msg('User agent'), advanced: true, when: pullsFrom('http') }),
    'http.referer': textField({
      label: msg('Referer'),
      placeholder: 'https://example.org/page',
      help: msg('The page that the server of the source is told you come from.'),
      advanced: true,
      when: pullsFrom('http'),
    }),
    'http.anySegments': toggle({
      label: msg('Segments of any name'),
      help: msg('For HLS whose segments do not end like video. Older versions of ffmpeg do not know this.'),
      advanced: true,
      when: pullsFrom('http'),
    }),
    'http.http_proxy': textField({
      label: msg('HTTP proxy (http_proxy)'),
      placeholder: 'http://192.0.2.1:3128',
      advanced: true,
      when: pullsFrom('http'),
      fault: proxyFault,
    }),
  }),
  ...readingFields,
};
