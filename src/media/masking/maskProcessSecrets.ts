import { UNREAD } from '../../api/answers/fieldSchemas.ts';
import type { Process } from '../../api/answers/process.ts';
import { hideIn, MARK, maskText } from './mask.ts';
import { isPublicStream, secretsOfQuery } from './maskAddress.ts';
import type { MaskedText } from './maskedText.ts';
import { typedBehind } from './maskOption.ts';

/** Shorter values also appear in normal words. */
const TELLING = 8;
const PASSWORD = 6;
const OWN = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?\/memfs\//i;
const ADDRESS = /\b([a-z][a-z0-9+.-]{0,29}):\/\/([^\s'"|\]]+)/gi;

const words = (value: string): string[] =>
  value.split(/[\s=:,;\\'"]+/).filter((word) => word.length >= PASSWORD && /\d/.test(word));

/** The part of a value that is masked in all texts. Common words would mask too much. */
function hiddenOf(flag: string, value: string): string[] {
  const behind = typedBehind(flag, value);
  if (behind === null) return [];
  const { typed, kind } = behind;
  const isTelling = kind === 'secret' || (typed.length >= TELLING && /[^a-z]/i.test(typed));
  return isTelling ? [typed, ...words(typed)] : [];
}

/** ffmpeg prints addresses of filters unescaped. */
const unescaped = (word: string): string[] =>
  word.includes('\\:') ? [word, word.replace(/(?<!\\)\\+(?=[:,;@/[\]'])/g, '')] : [word];

function decoded(text: string): string[] {
  try {
    return [text, decodeURIComponent(text)];
  } catch {
    return [text];
  }
}

interface OutputSecrets {
  secrets: string[];
  host: string | null;
}

/** Secrets of an output address that are not masked in every text. */
function sentTo(scheme: string, rest: string): OutputSecrets {
  const place = rest.slice(rest.lastIndexOf('@') + 1);
  const password = place === rest ? undefined : /^[^:]*:(.+)@/.exec(rest)?.[1];
  const secrets = [
    ...(password !== undefined && password.length >= PASSWORD ? decoded(password) : []),
    ...secretsOfQuery(place).flatMap(decoded),
  ];
  const path = place.split('/').slice(1).join('/');
  if (/^https?$/i.test(scheme))
    return path === '' || OWN.test(place)
      ? { secrets, host: null }
      : { secrets: [...secrets, ...(path.length >= TELLING ? [path] : [])], host: place.slice(0, place.indexOf('/')) };
  const key = /^rtmp/i.test(scheme) ? (path.split('/').at(-1) ?? '') : '';
  const isKey = key.length >= TELLING && path.includes('/') && !isPublicStream(key);
  return { secrets: isKey ? [...secrets, ...decoded(key)] : secrets, host: null };
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Masks texts about a process by its arguments, for example keys in the path of an upload. */
export function maskOfRun(args: readonly string[]): (text: string) => MaskedText {
  const outgoing = args.filter((_, i) => args[i - 1] !== '-i');
  const fromArgs = args.flatMap((value, i) => hiddenOf(args[i - 1] ?? '', value));
  const sent = outgoing
    .flatMap(unescaped)
    .flatMap((word) => [...word.matchAll(ADDRESS)].map(([, scheme = '', rest = '']) => sentTo(scheme, rest)));
  // An address in a text ends at the first space, an argument does not.
  const fromQueries = args
    .filter((arg) => arg.includes('://'))
    .flatMap(secretsOfQuery)
    .filter((secret) => /\s/.test(secret));
  const secrets = [...fromArgs, ...fromQueries, ...sent.flatMap((output) => output.secrets)];
  const hosts = [...new Set(sent.flatMap(({ host }) => (host === null ? [] : [host])))].map(escaped);
  if (secrets.length === 0 && hosts.length === 0) return maskText;
  const uploads =
    hosts.length > 0
      ? new RegExp(`(https?://(?:[^\\s/'"|]*@)?(?:${hosts.join('|')})/)[^\\s'"|]*?(:?(?:[\\s'"|]|$))`, 'gi')
      : null;
  return (text) => {
    const hidden = uploads ? text.replace(uploads, `$1${MARK}$2`) : text;
    return maskText(hideIn(hidden, secrets));
  };
}

export function maskOfProcess({
  config,
  state,
}: Partial<Pick<Process, 'config' | 'state'>>): (text: string) => MaskedText {
  const stored = config && config !== UNREAD ? config.output : [];
  return maskOfRun([...(state?.command ?? []), ...stored.flatMap(({ options, address }) => [...options, address])]);
}
