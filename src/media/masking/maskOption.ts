import { MARK } from './maskAddress.ts';
import { OPTIONS } from './maskNamedSecrets.ts';

/* Values that are numbers or one of a fixed set are public. Values typed for a server or for viewers are masked. */

/** Options with credentials, which may also appear in other texts. */
const SECRETS = [
  OPTIONS,
  '(?:\\w+_)?(?:user|username|login|account|cookies?|headers|proxy|post_data)',
  '(?:\\w+_)?(?:passphrase|passwd|secret|credentials?|key|iv|key_url|activation_bytes)',
  'srtp_\\w*params',
];
/** Texts for people and servers, which may be common words. */
const WORDS = [
  // Everything sent to an RTMP or Icecast server, except numbers and switches
  'rtmp_(?!(?:live|buffer|enhanced_codecs|listen|swfsize)\\b)\\w+',
  'ice_(?!public\\b)\\w+',
  '(?:\\w+_)?(?:user[_-]?agent|referr?er)',
];
const HIDDEN = `(?:${[...SECRETS, ...WORDS].join('|')})`;
/** The keys of metadata are public. */
const METADATA = 'metadata(?::[\\w:]{1,30})?';

/** In options of a `tee` output, a filter or a format. */
const INNER =
  '(?:rtmp_(?!(?:live|buffer|enhanced_codecs|listen|swfsize)\\b)\\w{1,30}|ice_(?!public\\b)\\w{1,30}|user_agent|referer|headers|cookies|http_proxy)';

const QUOTED = '(["\'])(?:\\\\.|(?!\\2)[^\\\\])*';
/** An unquoted value may have spaces, up to the next option or address. */
const VALUE = `(?:${QUOTED}|\\S+(?:[^\\S\\r\\n]+(?!-[a-z]|[a-z][a-z0-9+.-]{0,29}:\\/\\/)\\S+)*)`;

const RULES: readonly [RegExp, string][] = [
  [new RegExp(`((?:\\s|^)-${HIDDEN}[^\\S\\r\\n]+)${VALUE}`, 'gi'), `$1$2${MARK}`],
  [new RegExp(`((?:\\s|^)-${METADATA}[^\\S\\r\\n]+["']?[\\w-]{1,60}=)${VALUE}`, 'g'), `$1$2${MARK}`],
  [new RegExp(`(\\boption ${HIDDEN} to value )[^\\r\\n]+`, 'gi'), `$1${MARK}`],
  [new RegExp(`((?<![/\\w-])${INNER}=)(?:${QUOTED}|[^|\\]}"'\\r\\n]+)`, 'g'), `$1$2${MARK}`],
  [/(\b(?:user-agent|referr?er): *)[^\r\n"'\\]+/gi, `$1${MARK}`],
];

export const maskOptions = (text: string): string =>
  RULES.reduce((line, [pattern, replacement]) => line.replace(pattern, replacement), text);

const HOLDS_SECRET = new RegExp(`^-(?:${SECRETS.join('|')})$`, 'i');
const HOLDS_WORDS = new RegExp(`^-(?:${WORDS.join('|')})$`, 'i');
const HOLDS_PAIR = new RegExp(`^-${METADATA}$`);

export const holdsSecret = (flag: string): boolean => HOLDS_SECRET.test(flag) || HOLDS_WORDS.test(flag);

/** Returns the typed part of a value; null if it is public. */
export function typedBehind(flag: string, argument: string): { typed: string; kind: 'secret' | 'words' } | null {
  if (HOLDS_SECRET.test(flag)) return { typed: argument, kind: 'secret' };
  if (HOLDS_WORDS.test(flag)) return { typed: argument, kind: 'words' };
  return HOLDS_PAIR.test(flag) ? { typed: argument.slice(argument.indexOf('=') + 1), kind: 'words' } : null;
}

export function maskArgument(flag: string, argument: string, mask: (text: string) => string): string {
  const typed = typedBehind(flag, argument)?.typed ?? null;
  if (typed === null) return mask(argument);
  return argument.slice(0, argument.length - typed.length) + MARK;
}
