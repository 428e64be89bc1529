import { msg } from '../../i18n/msg.ts';
import { classOf, isAddress, isReadable, listens } from '../../media/address/addressProtocol.ts';
import { isTakenBy, listenPortOf } from '../../media/address/listenPort.ts';
import { pushTypeOf } from '../../media/address/pushAddress.ts';
import type { SourceContext } from '../form/defineCatalogEntry.ts';
import { number, panel, type Settings, secret, select, text, toggle } from '../form/fields.ts';
import { isOn, valueAt } from '../form/settingValues.ts';
import { readingFields } from './inputReadFields.ts';
import { addressOf, isPull, pullsFrom, pullsWithCredentials, withHeading } from './pullConditions.ts';

const UNSUPPORTED = msg("This core's ffmpeg does not support this protocol.");

function addressFault({ address }: Settings, { skills, taken }: SourceContext): string | null {
  const typed = String(address);
  if (!isAddress(typed)) return msg('The address must start with a protocol, for example rtsp:// or https://.');
  // A core that cannot tell what it reads is asked by the probe.
  const unreadable = skills.protocols.input.length > 0 && !isReadable(typed, skills);
  if (unreadable) return UNSUPPORTED;
  const port = listenPortOf(typed);
  if (!port || !taken) return null;
  if (isTakenBy(port, taken.core)) return msg('The core itself uses this port. Choose a different one.');
  return isTakenBy(port, taken.others)
    ? msg('Another process of the core uses this port. Choose a different one.')
    : null;
}

/** Of a push ffmpeg reads what the core's server has. */
function pushFault(settings: Settings, { skills: { protocols } }: SourceContext): string | null {
  const type = pushTypeOf(valueAt(settings, 'push.type'));
  const unreadable = type !== 'hls' && protocols.input.length > 0 && !protocols.input.includes(type);
  return unreadable ? UNSUPPORTED : null;
}

/** ffmpeg does not decode a login of RTMP, so what would end it cannot be part of it. */
const loginFault = (key: 'username' | 'password', ends: RegExp, fault: string) => (settings: Settings) =>
  classOf(addressOf(settings)) === 'rtmp' && ends.test(String(settings[key] ?? '')) ? fault : null;

/** ffmpeg takes no other, and says nothing. */
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
  address: text({
    label: msg('Address'),
    placeholder: 'rtsp://192.0.2.10/stream',
    help: msg('RTSP, RTMP, HLS, SRT, HTTP, UDP and others.'),
    required: true,
    holds: 'address',
    when: isPull,
    fault: addressFault,
  }),
  // The address for the encoder, while ffmpeg listens there.
  'listen.address': panel({
    name: 'listenAddress',
    when: (settings) => isPull(settings) && listens(addressOf(settings)),
  }),
  username: text({
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
      { value: 'rtmp', label: 'RTMP' },
      { value: 'srt', label: 'SRT' },
      { value: 'hls', label: 'HLS', storedOnly: true },
    ],
    when: (settings) => !isPull(settings),
    fault: pushFault,
  }),
  // The address for the encoder, and whether the server is on.
  'push.address': panel({ name: 'pushAddress', when: (settings) => !isPull(settings) }),
  // '' and the id of the channel stand for the one that is made of the id.
  'push.name': text({
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
  // Other interfaces do not know it: they keep the address as it is stored with its options.
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
      // 23.976, 29.97
      ...{ default: 25, min: 0, step: 0.001, advanced: true },
      when: (settings) => pullsFrom('http')(settings) && isOn(settings, 'http.forceFramerate'),
    }),
    'http.userAgent': text({ label: msg('User agent'), advanced: true, when: pullsFrom('http') }),
    'http.referer': text({
      label: msg('Referer'),
      placeholder: 'https://example.org/page',
      help: msg('The page that the server of the source is told you come from.'),
      advanced: true,
      when: pullsFrom('http'),
    }),
    'http.http_proxy': text({
      label: msg('HTTP proxy (http_proxy)'),
      placeholder: 'http://192.0.2.1:3128',
      advanced: true,
      when: pullsFrom('http'),
      fault: proxyFault,
    }),
  }),
  ...readingFields,
};
