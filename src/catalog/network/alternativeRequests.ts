import { msg } from '../../i18n/msg.ts';
import { classOf } from '../../media/address/addressProtocol.ts';
import type { Cause } from '../../media/diagnosis/causes.ts';
import type { ProbeVerdict } from '../../media/encoding/streams.ts';
import type { Settings } from '../form/fields.ts';
import { isSwitchedOn, valueAt, withValue } from '../form/fieldValues.ts';
import { type AnalysisKind, analyzedAs, isPull, pulledAddress, RAW_FORMATS } from './networkFields.ts';

export interface AlternativeRequest {
  /** English, for "works with …". */
  words: string;
  settings: Settings;
}

/** The server responds without a stream. */
const UNHEARD: readonly Cause[] = [
  ...(['no-answer', 'no-packets', 'not-media', 'timeout', 'transport', 'unknown'] as const),
  ...(['rtsp-session', 'method-refused', 'stale', 'source-stalled'] as const),
];
/** Data arrives in an unknown format. */
const UNSEEN: readonly Cause[] = [
  ...(['no-video', 'no-streams', 'no-keyframe', 'codec-unknown', 'not-media', 'unknown', 'no-packets'] as const),
];
/** Servers may respond like this to clients that are not browsers. */
const UNWELCOME: readonly Cause[] = ['forbidden', 'rejected', 'bad-request'];
/** No alternative helps, and cameras block clients that try too often. */
const FINAL: readonly Cause[] = [
  ...(['login-needed', 'login-wrong', 'forbidden', 'key-refused', 'too-many-requests', 'server-full'] as const),
  ...(['refused', 'unresolved', 'dns-unavailable', 'unreachable', 'viewer-limit', 'max-processes'] as const),
];

const TRANSPORTS = [
  { words: msg('RTSP over TCP'), udp: false, http: false },
  { words: msg('RTSP over UDP'), udp: true, http: false },
  { words: msg('RTSP over HTTP'), udp: false, http: true },
];

function otherTransports(settings: Settings): AlternativeRequest[] {
  const http = isSwitchedOn(settings, 'rtsp.http');
  const udp = !http && isSwitchedOn(settings, 'rtsp.udp');
  return TRANSPORTS.filter((way) => way.udp !== udp || way.http !== http).map((way) => ({
    words: way.words,
    settings: withValue(withValue(settings, 'rtsp.udp', way.udp), 'rtsp.http', way.http),
  }));
}

const CONTAINERS = /\.(?:m3u8?|mpd|mp4|m4[av]|mov|mkv|webm|flv|ogg|opus|wav|avi|html?)$/i;

const HLS = /mpegurl|m3u8/;
const SAYS_NOTHING = /^$|^(?:application|binary)\/octet-stream|^text\/plain|^image\/jpeg/;

/** By content type or extension. Without either, MJPEG: ffmpeg does not detect cameras that omit the first boundary. */
function asRaw(settings: Settings, contentType: string): AlternativeRequest[] {
  if (String(valueAt(settings, 'general.format') ?? '') !== '') return [];
  const path = /^[^?#]*/.exec(pulledAddress(settings).trim())?.[0] ?? '';
  const [mjpeg, ...others] = RAW_FORMATS;
  const typed = RAW_FORMATS.filter(({ type }) => type.test(contentType));
  const named = typed.length > 0 ? typed : others.filter(({ ending }) => ending.test(path));
  const isKnown = CONTAINERS.test(path) || !SAYS_NOTHING.test(contentType);
  const names = named.length > 0 || isKnown ? named : [mjpeg];
  return names.flatMap((raw) =>
    raw === undefined ? [] : [{ words: raw.name, settings: withValue(settings, 'general.format', raw.format) }],
  );
}

/** Scripts name segments freely, while ffmpeg checks extensions for security. */
const anySegments = (settings: Settings): AlternativeRequest[] =>
  isSwitchedOn(settings, 'http.anySegments')
    ? []
    : [{ words: msg('segments of any name'), settings: withValue(settings, 'http.anySegments', true) }];

const PROBESIZE = 20_000_000;
/** The core aborts a probe after 20 s. */
const ANALYZED: Record<AnalysisKind, { key: string; µs: number }> = {
  rtmp: { key: 'general.analyzeduration_rtmp', µs: 15_000_000 },
  http: { key: 'general.analyzeduration_http', µs: 20_000_000 },
  other: { key: 'general.analyzeduration', µs: 15_000_000 },
};

function longer(settings: Settings): AlternativeRequest[] {
  const { key, µs } = ANALYZED[analyzedAs(settings)];
  const atLeast = (settings: Settings, name: string, value: number) =>
    Number(valueAt(settings, name) ?? 0) >= value ? settings : withValue(settings, name, value);
  const patient = atLeast(atLeast(settings, 'general.probesize', PROBESIZE), key, µs);
  return patient === settings ? [] : [{ words: msg('a longer analysis'), settings: patient }];
}

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

/** With a login, a rejection is the login's fault. */
const hasLogin = (settings: Settings) =>
  [settings.username, settings.password].some((part) => typeof part === 'string' && part !== '') ||
  /^[^/]+:\/\/[^/?#]*@/.test(pulledAddress(settings).trim());

const asBrowser = (settings: Settings): AlternativeRequest[] =>
  String(valueAt(settings, 'http.userAgent') ?? '') === '' && !hasLogin(settings)
    ? [{ words: msg('the user agent of a browser'), settings: withValue(settings, 'http.userAgent', BROWSER) }]
    : [];

interface ProbeOutcome {
  verdict: ProbeVerdict;
  cause: Cause;
  contentType?: string;
}

/** Whether the content type or the page itself would reveal more. */
export const isWorthReading = (settings: Settings, { verdict, cause }: ProbeOutcome): boolean =>
  isPull(settings) &&
  verdict === 'error' &&
  (UNSEEN.includes(cause) || (UNWELCOME.includes(cause) && !hasLogin(settings))) &&
  /^https?:\/\//i.test(pulledAddress(settings).trim()) &&
  // A proxy could respond from another server.
  String(valueAt(settings, 'http.http_proxy') ?? '') === '';

export function alternativeRequests(
  settings: Settings,
  { verdict, cause, contentType = '' }: ProbeOutcome,
): AlternativeRequest[] {
  if (!isPull(settings) || verdict === 'nocoder' || verdict === 'success') return [];
  const kind = classOf(pulledAddress(settings));
  // An unknown content type without an extension needs the format option.
  const isUnseenPlaylist = UNSEEN.includes(cause) && verdict === 'error' && HLS.test(contentType);
  return [
    ...(kind === 'rtsp' && verdict === 'error' && UNHEARD.includes(cause) ? otherTransports(settings) : []),
    ...(kind === 'http' && (cause === 'extension-blocked' || isUnseenPlaylist) ? anySegments(settings) : []),
    ...(kind === 'http' && UNWELCOME.includes(cause) ? asBrowser(settings) : []),
    ...(kind === 'http' && UNSEEN.includes(cause) && verdict === 'error' ? asRaw(settings, contentType) : []),
    ...(verdict === 'nostream' || verdict === 'empty' || UNSEEN.includes(cause) ? longer(settings) : []),
  ];
}

/** Follows a stream found in a page. The login goes to the same host only, and never from HTTPS to plain HTTP. */
export function atStream(settings: Settings, address: string): Settings {
  const page = new URL(pulledAddress(settings).trim());
  const stream = new URL(address);
  const keepsLogin =
    page.hostname === stream.hostname && (page.protocol !== 'https:' || stream.protocol === page.protocol);
  if (!keepsLogin) return { ...settings, username: '', password: '', address };
  if (page.username === '' && page.password === '') return { ...settings, address };
  [stream.username, stream.password] = [page.username, page.password];
  return { ...settings, address: stream.href };
}

export const endsTrying = (cause: Cause) => FINAL.includes(cause);
