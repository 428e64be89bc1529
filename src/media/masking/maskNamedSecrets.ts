import { MARK, maskAddresses } from './maskAddress.ts';
import { maskBy } from './maskedText.ts';

const NAMES =
  'token|access_token|refresh_token|passphrase|passwd|password|pass|pwd|secret|stream_?key|streamid|cid|signature|pubUser|pubPasswd|playpath|fname|conn(?==[BNSOZ]:)|hls_enc_key|hls_enc_iv|(?:x-[\\w-]{0,40})?(?:api|auth)[-_]?(?:key|token)';
/** Quoted, or up to the next space. */
const VALUE = '(?:(["\'])(?:\\\\.|(?!\\2)[^\\\\])*|';
export const OPTIONS =
  'passphrase|streamid|srt_streamid|password|headers|cookies|rtmp_playpath|rtmp_conn|rtmp_subscribe|http_proxy|token|decryption_key|encryption_key|hls_enc_key|hls_enc_iv|http_opts|authorization|cryptokey';

/** The order matters: later rules must not change masked parts. */
const RULES: [RegExp, string][] = [
  [/(\bDigest\s+)(?:\w+="[^"]*",?\s*)+/gi, `$1${MARK}`],
  [/(\b(?:proxy-)?authorization["']?\s*[:=]\s*["']?(?:(?:Basic|Bearer|Digest)\s+)?)[^\r\n"'\\]+/gi, `$1${MARK}`],
  [/(\b(?:set-)?cookie["']?\s*[:=]\s*["']?)[^\r\n"'\\]+/gi, `$1${MARK}`],
  [new RegExp(`((?:\\s|^)-(?:${OPTIONS})\\s+)${VALUE}\\S+)`, 'g'), `$1$2${MARK}`],
  [new RegExp(`(\\boption (?:${OPTIONS}|${NAMES}) to value )\\S+`, 'gi'), `$1${MARK}`],
  [new RegExp(`((?<![/\\w])(?:${NAMES})["']?\\s*[=:]\\s*)${VALUE}[^\\s&,;|\\]}]+)`, 'gi'), `$1$2${MARK}`],
  // RTMP commands in the log of ffmpeg.
  [/(\b(?:publish|FCPublish|releaseStream|createStream) command for ')[^'\r\n]+/gi, `$1${MARK}`],
  [/([?&](?:key|auth|sig|s|a)=)[^&\s'"|\]]+/gi, `$1${MARK}`],
  [/(\b(?:Basic|Bearer)\s+)[\w.~+/=-]+/gi, `$1${MARK}`],
  // Recordings are public, but their names are unguessable.
  [/(recording_)[0-9a-f]{32}/g, `$1${MARK}`],
  // JSON web tokens
  [/(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]+/g, MARK],
];

const ENCODED = /[a-z][a-z0-9+.-]{0,29}%(?:25){0,9}3a(?:%(?:25){0,9}2f){2}[^\s'"&|,;<>]*/gi;
const DEEPEST = 3;

/** An address in the query of another one. */
function maskEncoded(address: string, depth: number): string {
  try {
    return encodeURIComponent(masked(decodeURIComponent(address), depth + 1));
  } catch {
    return MARK;
  }
}

const masked = (text: string, depth: number): string =>
  RULES.reduce(
    (line, [pattern, replacement]) => line.replace(pattern, replacement),
    maskAddresses(text.replace(ENCODED, (address) => (depth < DEEPEST ? maskEncoded(address, depth) : MARK))),
  );

export const maskNamedSecrets = maskBy((text) => masked(text, 0));
