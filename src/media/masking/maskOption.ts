import { MARK } from './maskAddress.ts';
import { OPTIONS } from './maskNamedSecrets.ts';

/*
 * The value of an option of ffmpeg is public when it is one of a set or a number: a codec, a bitrate, a size, a switch.
 * It is hidden when somebody typed it for a server or for viewers: who they are, where they come from, what they send
 * along. The names tell which: they go by families.
 */

/** Options with credentials, whose values may appear in other texts too. */
const SECRETS = [
  OPTIONS,
  '(?:\\w+_)?(?:user|username|login|account|cookies?|headers|proxy|post_data)',
  '(?:\\w+_)?(?:passphrase|passwd|secret|credentials?|key|iv|key_url|activation_bytes)',
  'srtp_\\w*params',
];
/** Words for people and servers, often as short and common as any. */
const WORDS = [
  // All that is told to an RTMP or Icecast server, but their numbers and switches
  'rtmp_(?!(?:live|buffer|enhanced_codecs|listen|swfsize)\\b)\\w+',
  'ice_(?!public\\b)\\w+',
  '(?:\\w+_)?(?:user[_-]?agent|referr?er)',
];
const HIDDEN = `(?:${[...SECRETS, ...WORDS].join('|')})`;
/** Its keys are public: what is set, but not to what. */
const METADATA = 'metadata(?::[\\w:]{1,30})?';

/** The same in the options of an output among several, of a filter, and of a format. */
const INNER =
  '(?:rtmp_(?!(?:live|buffer|enhanced_codecs|listen|swfsize)\\b)\\w{1,30}|ice_(?!public\\b)\\w{1,30}|user_agent|referer|headers|cookies|http_proxy)';

const QUOTED = '(["\'])(?:\\\\.|(?!\\2)[^\\\\])*';
/** Unquoted, a value may have spaces: it goes on to the next option or address. */
const VALUE = `(?:${QUOTED}|\\S+(?:[^\\S\\r\\n]+(?!-[a-z]|[a-z][a-z0-9+.-]{0,29}:\\/\\/)\\S+)*)`;

/** In a line of text. */
const RULES: readonly [RegExp, string][] = [
  [new RegExp(`((?:\\s|^)-${HIDDEN}[^\\S\\r\\n]+)${VALUE}`, 'gi'), `$1$2${MARK}`],
  [new RegExp(`((?:\\s|^)-${METADATA}[^\\S\\r\\n]+["']?[\\w-]{1,60}=)${VALUE}`, 'g'), `$1$2${MARK}`],
  [new RegExp(`(\\boption ${HIDDEN} to value )[^\\r\\n]+`, 'gi'), `$1${MARK}`],
  [new RegExp(`((?<![/\\w-])${INNER}=)(?:${QUOTED}|[^|\\]}"'\\r\\n]+)`, 'g'), `$1$2${MARK}`],
  [/(\b(?:user-agent|referr?er): *)[^\r\n"'\\]+/gi, `$1${MARK}`],
];

/** A command or a log line without what the options in it hide. */
export const maskOptions = (text: string): string =>
  RULES.reduce((line, [pattern, replacement]) => line.replace(pattern, replacement), text);

const HOLDS_SECRET = new RegExp(`^-(?:${SECRETS.join('|')})$`, 'i');
const HOLDS_WORDS = new RegExp(`^-(?:${WORDS.join('|')})$`, 'i');
const HOLDS_PAIR = new RegExp(`^-${METADATA}$`);

/** Whether the argument after this one is hidden: in a list of arguments the two stand apart. */
export const holdsSecret = (flag: string): boolean => HOLDS_SECRET.test(flag) || HOLDS_WORDS.test(flag);

/** The typed part of an option's value; null: the value is public. */
export function typedBehind(flag: string, argument: string): { typed: string; kind: 'secret' | 'words' } | null {
  if (HOLDS_SECRET.test(flag)) return { typed: argument, kind: 'secret' };
  if (HOLDS_WORDS.test(flag)) return { typed: argument, kind: 'words' };
  return HOLDS_PAIR.test(flag) ? { typed: argument.slice(argument.indexOf('=') + 1), kind: 'words' } : null;
}

/** One of a list of arguments, by the one before it. */
export function maskArgument(flag: string, argument: string, mask: (text: string) => string): string {
  const typed = typedBehind(flag, argument)?.typed ?? null;
  if (typed === null) return mask(argument);
  return argument.slice(0, argument.length - typed.length) + MARK;
}
