import { type Case, isGroup } from './case.ts';

/** An intended difference: changes the expectation, and gives the reason. */
export type Difference = { reason: string; about: string; rewrite: (expected: unknown, vector: Case) => unknown };

export function rewriteEverywhere(value: unknown, change: (part: unknown) => unknown): unknown {
  if (Array.isArray(value)) return change(value.map((item) => rewriteEverywhere(item, change)));
  if (!isGroup(value)) return change(value);
  return change(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, rewriteEverywhere(item, change)])));
}

export const without = (items: unknown[], run: string[]): unknown[] => {
  const at = items.findIndex((_, i) => run.every((word, k) => items[i + k] === word));
  return at < 0 ? items : [...items.slice(0, at), ...items.slice(at + run.length)];
};

/** Options of the HLS muxer in order; a flag has only a name. */
export type PlaylistOutput = { address: string; options: (readonly [name: string, value?: string])[] };

const isName = (word: string) => /^-[a-z]/.test(word);

/** A playlist in a list of outputs, perhaps with bitstream filters. Expanded placeholders end with `^:`. */
const IN_LIST = /^\[((?:[^\]]*:)?f=(?:hls|dash)\b[^\]]*)\]([^|]*)(.*)$/s;

/** Changes every playlist in the core's storage. Playlists sent elsewhere stay unchanged. */
export const onPlaylists = (expected: unknown, change: (muxing: PlaylistOutput) => PlaylistOutput): unknown =>
  rewriteEverywhere(expected, (part) => {
    if (!isGroup(part) || typeof part.address !== 'string' || !Array.isArray(part.options)) return part;
    const [, list, address = '', others = ''] = IN_LIST.exec(part.address) ?? [];
    if (list !== undefined) {
      const options = list.split(/(?<!\^):/).map((pair): [string, string] => {
        const [name = '', ...value] = pair.split('=');
        return [name, value.join('=')];
      });
      const changed = change({ address, options });
      const text = changed.options.map((pair) => pair.join('=')).join(':');
      return { ...part, address: `[${text}]${changed.address}${others}` };
    }
    const words = part.options.map(String);
    const at = words.findIndex((word, i) => word === '-f' && /^(?:hls|dash)$/.test(words[i + 1] ?? ''));
    if (at < 0 || !/^\{(?:mem|disk)fs\}/.test(part.address)) return part;
    const changed = change({ address: part.address, options: pairsOf(words.slice(at)) });
    const written = changed.options.flatMap(([name, ...value]) => [`-${name}`, ...value]);
    return { ...part, address: changed.address, options: [...words.slice(0, at), ...written] };
  });

function pairsOf(words: readonly string[]): PlaylistOutput['options'] {
  return words.flatMap((word, i): PlaylistOutput['options'] => {
    if (!isName(word)) return [];
    const next = words[i + 1];
    return next === undefined || isName(next) ? [[word.slice(1)]] : [[word.slice(1), next]];
  });
}

export const settingIn = ({ options }: PlaylistOutput, wantedName: string): string | undefined =>
  options.find(([name]) => name === wantedName)?.[1];
