import { msg } from '../../i18n/msg.ts';
import { classOf, isAddress, isReadable, listens, takesCredentials, withCredentials } from '../../media/address.ts';
import { pushInput, pushTypeOf } from '../../media/push.ts';
import { defineSource, type SourceContext } from '../define.ts';
import type { Example } from '../example.ts';
import { hidden, multiselect, number, panel, type Settings, secret, select, text, toggle } from '../fields.ts';
import { valueAt } from '../settings.ts';

const isPull = (settings: Settings) => settings.mode !== 'push';
const addressOf = (settings: Settings) => String(settings.address ?? '');
const pullsFrom = (kind: string) => (settings: Settings) => isPull(settings) && classOf(addressOf(settings)) === kind;
const pullsWithCredentials = (settings: Settings) => isPull(settings) && takesCredentials(addressOf(settings));

function addressFault({ address }: Settings, { skills }: SourceContext): string | null {
  const typed = String(address);
  if (!isAddress(typed)) return msg('The address must start with a protocol, for example rtsp:// or https://.');
  // A core that cannot tell what it reads is asked by the probe.
  const unreadable = skills.protocols.input.length > 0 && !isReadable(typed, skills);
  return unreadable ? msg("This core's ffmpeg does not support this protocol.") : null;
}

export const network = defineSource({
  id: 'network',
  name: msg('Network source'),
  media: ['video', 'audio'],
  fields: {
    mode: select({
      label: msg('Mode'),
      default: 'pull',
      options: [
        { value: 'pull', label: msg('Pull: the server fetches the stream') },
        { value: 'push', label: msg('Push: the stream is sent to the server') },
      ],
    }),
    address: text({
      label: msg('Address'),
      placeholder: 'rtsp://192.0.2.10/stream',
      help: msg('RTSP, RTMP, HLS, SRT, HTTP, UDP and others.'),
      required: true,
      when: isPull,
      fault: addressFault,
    }),
    username: text({ label: msg('Username'), when: pullsWithCredentials }),
    password: secret({ label: msg('Password'), when: pullsWithCredentials }),
    'push.type': select({
      label: msg('Protocol'),
      default: 'rtmp',
      options: [{ value: 'rtmp', label: 'RTMP' }],
      when: (settings) => !isPull(settings),
    }),
    // The stream key; '' and the id of the channel stand for the one that is made of the id.
    'push.name': hidden({ default: '' }),
    // Where to send to, and whether somebody listens.
    'push.address': panel({ name: 'pushAddress', when: (settings) => !isPull(settings) }),
    'rtsp.udp': toggle({
      label: msg('RTSP over UDP'),
      help: msg('Lower latency, but packets can get lost. When off, RTSP uses TCP.'),
      when: pullsFrom('rtsp'),
    }),
    'rtsp.stimeout': number({
      label: msg('Socket timeout'),
      unit: msg('µs'),
      default: 5000000,
      min: 0,
      advanced: true,
      when: pullsFrom('rtsp'),
    }),
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
      default: 25,
      min: 0,
      // 23.976, 29.97
      step: 0.001,
      advanced: true,
      when: (settings) => pullsFrom('http')(settings) && valueAt(settings, 'http.forceFramerate') === true,
    }),
    'http.userAgent': text({ label: msg('User agent'), advanced: true, when: pullsFrom('http') }),
    'general.fflags': multiselect({
      label: msg('Input flags (fflags)'),
      default: ['genpts'],
      options: [
        'discardcorrupt',
        'fastseek',
        'genpts',
        'igndts',
        'ignidx',
        'nobuffer',
        'nofillin',
        'noparse',
        'sortdts',
      ],
      advanced: true,
    }),
    'general.thread_queue_size': number({
      label: msg('Thread queue size'),
      unit: msg('packets'),
      default: 512,
      min: 0,
      advanced: true,
    }),
  },
  inputs: (settings, { ffmpeg, network: core }) => {
    const { mode, address, username, password, push, rtsp, http, general } = settings;
    const common = [
      ...(general.fflags.length > 0 ? ['-fflags', general.fflags.map((flag) => `+${flag}`).join('')] : []),
      ...['-thread_queue_size', `${general.thread_queue_size}`],
    ];
    if (mode === 'push') {
      return [{ address: pushInput(core, { type: pushTypeOf(push.type), name: push.name }), options: common }];
    }
    const own = {
      rtsp: () => [
        // 5.0 took away -stimeout; in 4.x -timeout makes ffmpeg wait for a push.
        ...[ffmpeg.major < 5 ? '-stimeout' : '-timeout', `${rtsp.stimeout}`],
        ...['-rtsp_transport', rtsp.udp ? 'udp' : 'tcp'],
      ],
      rtmp: () => ['-analyzeduration', '3000000'],
      http: () => [
        ...['-analyzeduration', '20000000'],
        ...(http.readNative ? ['-re'] : []),
        ...(http.forceFramerate ? ['-r', `${http.framerate}`] : []),
        ...(http.userAgent === '' ? [] : ['-user_agent', http.userAgent]),
      ],
    };
    const kind = classOf(address);
    const options = kind === 'rtsp' || kind === 'rtmp' || kind === 'http' ? own[kind]() : [];
    return [{ address: withCredentials(address.trim(), username, password), options: [...common, ...options] }];
  },
  ready: ({ mode, address, push }, { network: core }) =>
    mode === 'push'
      ? { rtmp: core.rtmp.enabled, srt: core.srt.enabled, hls: true }[pushTypeOf(push.type)]
      : isAddress(address),
  opensOnce: ({ mode, address }) => mode !== 'push' && listens(address),
});

const COMMON = ['-fflags', '+genpts', '-thread_queue_size', '512'];

export const examples: Example[] = [
  {
    given: { address: 'rtsp://192.0.2.10/s', username: 'ad min', password: 'p@ss' },
    expect: [
      {
        address: 'rtsp://ad%20min:p%40ss@192.0.2.10/s',
        options: [...COMMON, '-timeout', '5000000', '-rtsp_transport', 'tcp'],
      },
    ],
  },
  {
    given: { address: 'rtsp://192.0.2.10/s', rtsp: { udp: true } },
    ffmpeg: { major: 4, minor: 4 },
    expect: [
      {
        address: 'rtsp://192.0.2.10/s',
        options: [...COMMON, '-stimeout', '5000000', '-rtsp_transport', 'udp'],
      },
    ],
  },
  {
    given: { address: 'https://example.org/live.m3u8' },
    expect: [{ address: 'https://example.org/live.m3u8', options: [...COMMON, '-analyzeduration', '20000000', '-re'] }],
  },
  {
    given: { address: 'http://192.0.2.10/mjpeg', http: { readNative: false, forceFramerate: true, framerate: 29.97 } },
    expect: [
      { address: 'http://192.0.2.10/mjpeg', options: [...COMMON, '-analyzeduration', '20000000', '-r', '29.97'] },
    ],
  },
  {
    given: { address: 'srt://192.0.2.10:6000?mode=caller', username: 'no place for it' },
    expect: [{ address: 'srt://192.0.2.10:6000?mode=caller', options: COMMON }],
  },
  {
    given: { mode: 'push', push: { type: 'rtmp' } },
    expect: [
      {
        address: 'rtmp://localhost/live/11111111-2222-4333-8444-555555555555.stream?token=secret',
        options: COMMON,
      },
    ],
  },
  {
    given: { mode: 'push', push: { type: 'rtmp', name: 'k3yOfItsOwn' } },
    expect: [{ address: 'rtmp://localhost/live/k3yOfItsOwn?token=secret', options: COMMON }],
  },
];
