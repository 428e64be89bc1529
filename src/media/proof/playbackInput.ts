import { msg } from '../../i18n/msg.ts';
import { classOf, isAddress, listens, schemeOf } from '../address/addressProtocol.ts';
import type { Input } from '../encoding/profile.ts';
import type { ProofFinding } from './proofAfter.ts';

const LONGEST_ADDRESS = 2000;

/** What ffmpeg may open for an address of each class. A playlist can name addresses, so others are ruled out. */
const PROTOCOLS: Readonly<Record<string, readonly string[]>> = {
  http: ['http', 'https', 'httpproxy', 'tcp', 'tls', 'crypto'],
  rtmp: ['rtmp', 'rtmps', 'rtmpt', 'rtmpts', 'rtmpe', 'ffrtmphttp', 'http', 'https', 'tcp', 'tls'],
  rtsp: ['rtsp', 'rtsps', 'rtp', 'srtp', 'tcp', 'tls', 'udp', 'http', 'https'],
  srt: ['srt', 'udp'],
};
const SCHEMES = ['http', 'https', 'rtmp', 'rtmps', 'rtsp', 'rtsps', 'srt'];

/** Microseconds without a byte. */
const SILENT_US = 8_000_000;
/** Bytes and microseconds that ffmpeg reads before it knows the streams. */
const PROBED_BYTES = 5_000_000;
const ANALYSED_US = 3_000_000;

/** The place where viewers watch. `own`: hosts of the core in lowercase; empty is no fault. */
export function playbackFault(address: string, { channel, own }: { channel: string; own: readonly string[] }) {
  const place = address.trim();
  if (place === '') return null;
  const isOwn = own.some((host) => place.toLowerCase().includes(`://${host}`)) && place.includes(channel);
  if (isOwn) return msg('This is the channel itself. Enter the address at which viewers of the platform watch it.');
  return isPlayback(place)
    ? null
    : msg('Enter an address that a player opens: http, https, rtmp, rtsp or srt, such as a playlist (.m3u8).');
}

/** Addresses that ffmpeg would listen at, or read from the machine of the core, are none. */
export const isPlayback = (address: string): boolean =>
  address.length <= LONGEST_ADDRESS &&
  isAddress(address) &&
  SCHEMES.includes(schemeOf(address).toLowerCase()) &&
  !/[\s{}|]/.test(address) &&
  !listens(address);

/** The options that bound a look at the address of a platform. */
export function playbackInput(address: string): Input {
  const kind = classOf(address);
  const options = [
    ...['-protocol_whitelist', (PROTOCOLS[kind] ?? []).join(',')],
    ...['-probesize', `${PROBED_BYTES}`, '-analyzeduration', `${ANALYSED_US}`],
    ...(kind === 'rtsp' ? ['-rtsp_transport', 'tcp'] : ['-rw_timeout', `${SILENT_US}`]),
  ];
  return { address: address.trim(), options };
}

const OPENED = /Opening '([^']{1,2000})' for reading/;
/** Takes ffmpeg about eight seconds with segments of two seconds. */
const REREAD = 5;
/** One playlist of the video and one of the audio. ffmpeg opens those of other variants only once, at first. */
const MOST_READ = 2;

/** Whether ffmpeg has only read the same playlist again and again, because it gets no new segments. */
export function isStalled(lines: readonly string[]): boolean {
  const opened = lines.flatMap((line) => OPENED.exec(line)?.[1] ?? []);
  const last = opened.slice(-REREAD);
  const isReread = last.length === REREAD && new Set(last).size <= MOST_READ;
  return isReread && last.every((address) => /\.m3u8(?:[?#]|$)/i.test(address));
}

/** The first line that matches decides. Names and titles in a stream are no messages of these forms. */
const REASONS: readonly (readonly [RegExp, ProofFinding])[] = [
  [/Server returned 40[13]|HTTP error 40[13]|40[13] (?:Unauthorized|Forbidden)/, { status: 'failed', doubt: 'login' }],
  [/Server returned 4|HTTP error 4(?:04|10)|404 Not Found|NetStream\.Play\.StreamNotFound/, { status: 'gone' }],
  [/not in (?:allow|white)list|Protocol not found|not on whitelist/i, { status: 'failed', doubt: 'refused' }],
  [/Connection timed out|Operation timed out|Immediate exit requested|ETIMEDOUT/, { status: 'failed', doubt: 'slow' }],
  [
    /Connection refused|Name or service not known|Network is unreachable|No route to host|Failed to resolve|Connection reset|Server returned 5|HTTP error 5/,
    { status: 'failed', doubt: 'network' },
  ],
  [
    /Invalid data found|could not find codec|does not contain any stream|matches no streams|moov atom not found/i,
    { status: 'failed', doubt: 'unreadable' },
  ],
];

/** Why a look at a platform has failed. @param lines log of ffmpeg, oldest first */
export function failureIn(lines: readonly string[]): ProofFinding {
  for (const [pattern, finding] of REASONS) if (lines.some((line) => pattern.test(line))) return finding;
  return { status: 'failed', doubt: 'unreadable' };
}
