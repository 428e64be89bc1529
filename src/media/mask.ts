/** Stands where a secret was. */
export const MARK = '***';

// What ends an address in a log line or in a list of outputs
const END = '\\s\'"|\\]';
const UUID_STREAM = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\\.stream';
const NAMES =
  'token|access_token|refresh_token|passphrase|passwd|password|pass|pwd|secret|stream_?key|cid|signature|pubUser|pubPasswd';

/** In order: what the first has masked, the next must leave alone. */
const RULES: [RegExp, string][] = [
  // scheme://user:password@host; an unencoded @ may stand in the password, hence up to the last one.
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^/\s'"]*@/gi, `$1${MARK}@`],
  // The last part of an RTMP address is the stream key, unless it is the public name of a channel of ours.
  [
    new RegExp(
      `(\\brtmp[a-z]*://[^${END}]*/)(?!${UUID_STREAM}(?:[?:${END}]|$))[^/${END}]*[^/:${END}](?=:?(?:[${END}]|$))`,
      'gi',
    ),
    `$1${MARK}`,
  ],
  [/(\bstreamid=)[^&\s'"|\]]+/gi, `$1${MARK}`],
  [new RegExp(`((?<![/\\w])(?:${NAMES})["']?\\s*[=:]\\s*["']?)[^\\s&"',;|\\]}]+`, 'gi'), `$1${MARK}`],
  [/([?&](?:key|auth|sig|s|a)=)[^&\s'"|\]]+/gi, `$1${MARK}`],
  [
    /(\s|^)(-(?:passphrase|srt_streamid|password|headers|cookies|rtmp_playpath|rtmp_conn|rtmp_subscribe|http_proxy)\s+)\S+/g,
    `$1$2${MARK}`,
  ],
  [/(\b(?:Basic|Bearer)\s+)[\w.~+/=-]+/gi, `$1${MARK}`],
  // JSON web tokens, wherever they stand
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, MARK],
];

/** A log line or address without credentials, tokens, stream keys, passphrases and SRT stream ids. */
export const maskText = (line: string): string =>
  RULES.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);

/** Whether the argument after this one is a secret: in a list of arguments the two stand apart. */
export const holdsSecret = (flag: string): boolean => flag.startsWith('-') && maskText(`${flag} x`) !== `${flag} x`;

/** Taken out of every text, anything shorter would tear words to pieces, and be told by the gaps. */
const SHORTEST = 4;
const LONE = /[\uD800-\uDFFF]/gu;

/** As it is, as it stands in an address, and in JSON. */
const spellings = (secret: string) => {
  const bare = secret.trim().replace(/^\/+/, '');
  const whole = bare.replace(LONE, '');
  return [bare, encodeURIComponent(whole), encodeURI(whole), JSON.stringify(bare).slice(1, -1)];
};

/** Takes known secrets out of a text, wherever they stand. */
export function hideIn(text: string, secrets: readonly string[]): string {
  const known = [...new Set(secrets.flatMap(spellings))].filter(({ length }) => length >= SHORTEST);
  // A secret may be a part of another one.
  const longest = known.toSorted((a, b) => b.length - a.length);
  return longest.reduce((hidden, secret) => hidden.replaceAll(secret, MARK), text);
}

/** maskText for whoever knows some of the secrets that may stand in it. */
export const maskWith =
  (secrets: readonly string[]) =>
  (text: string): string =>
    maskText(hideIn(text, secrets));
