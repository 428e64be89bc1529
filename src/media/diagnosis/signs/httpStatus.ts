import type { ParsedRun } from '../parseRun.ts';
import { AT_OUTPUT, type Sign, sign, WHILE_RUNNING } from '../parseRun.ts';
import { addressesAt, hasNoUser, isLocal } from './addressConditions.ts';

function isOwnStorage(parsed: ParsedRun): boolean {
  const all = addressesAt(parsed);
  return all.length > 0 && all.every((address) => isLocal(address) && /^https?:\/\/[^/]+\/memfs\//.test(address));
}

const HLS_SEGMENT = /Failed to open segment \d|Segment \d+ of playlist \d+ failed|Error when loading first segment/;

const status = (numbers: string) =>
  new RegExp(
    `HTTP error (?:${numbers})\\b|method [A-Z_]+ failed: (?:${numbers})(?!\\d)|Server returned (?:${numbers})\\b|^RTSP\\/1\\.0 (?:${numbers})\\b`,
  );

/** HTTP status of a segment or key, not of the address. */
export const PLAYLIST: readonly Sign[] = [
  // Keys for the provider's own players, which ffmpeg cannot request.
  sign('drm', /Unable to (?:open|read) key file (?:skd:|data:|urn:)|SAMPLE-AES.{0,40}not supported/),
  sign('hls-key', /Unable to (?:open|read) key file/),
  sign(
    'extension-blocked',
    /not in allowed_(?:segment_)?extensions|has an? (?:unusual|odd) extension|extension mismatch|mismatches allowed extensions/i,
  ),
  sign('protocol-blocked', /Protocol '[^']*' not on whitelist|not on blacklist|is on the blacklist/),
  sign('hls-key-wrong', HLS_SEGMENT, { beside: /Opening 'crypto[+:]/, without: /HTTP error|Connection to \S+ failed/ }),
  sign('hls-key-wrong', /Invalid data found/, {
    beside: /Opening 'crypto[+:]/,
    without: /HTTP error|Connection to \S+ failed/,
    side: 'in',
  }),
  sign('hls-segments-gone', /HTTP error 4(?:04|10)/, { beside: HLS_SEGMENT }),
  // The master playlist exists, but the variant does not.
  sign('hls-playlist-gone', /parse_playlist error Server returned (?:404|410)\b/),
  sign('hls-empty', /Empty (?:segment|playlist)/, { without: /^\s+Stream #/ }),
  sign('channel-not-running', /Failed to reload playlist/, { role: 'target' }),
  sign('hls-playlist-gone', /Failed to reload playlist/, WHILE_RUNNING),
];

/** Status codes; the preceding line has the full code, the last one only its first digit. */
export const STATUS: readonly Sign[] = [
  // ffmpeg keeps the password that it was started with, which may have changed.
  sign('storage-password', status('401|403'), { when: isOwnStorage }),
  sign('login-needed', status('401'), { when: hasNoUser }),
  sign('login-wrong', status('401')),
  sign('icecast-refused', status('403'), { ...AT_OUTPUT, address: /^icecast:/i }),
  sign('forbidden', status('403')),
  sign('forbidden', /HTTP error 451/),
  sign('too-many-requests', status('429')),
  sign('server-full', status('453')),
  sign('proxy-refused', status('407')),
  sign('rtsp-session', status('454|455')),
  sign('transport', status('461|459|460')),
  sign('not-found', status('404|410')),
  sign('method-refused', status('405|501')),
  sign('viewer-limit', status('509')),
  sign('server-error', status('5\\d\\d')),
  sign('no-answer', status('408')),
  sign('bad-request', status('400|406|411|413|414|415|422|451')),
  sign('redirect-loop', /HTTP error 3\d\d|[Tt]oo many redirects|redirect loop/),
  sign('server-error', /5XX Server Error/),
];
