import type { Output } from './metadata.ts';

export interface SendingPublication {
  id: string;
  name: string;
  /** As placesOf() says them. */
  places: readonly string[];
}

/** Parts of a destination that stand beside its address. */
const BESIDE = ['-rtmp_app', '-rtmp_playpath', '-streamid'];

const slashes = (part: string) => part.replace(/^\/+|(?<!\/)\/+$/g, '');

/** A place in one text, however it is said: in the address alone, or with application and key as options. */
function placeOf({ address, options }: Pick<Output, 'address' | 'options'>): string {
  const [app, playpath, stream] = BESIDE.map((name) => {
    const at = options.indexOf(name);
    return at < 0 ? '' : slashes(options[at + 1] ?? '');
  });
  const [, host = '', path = ''] = /^([^:]+:\/\/[^/]*)(.*)/s.exec(address.trim()) ?? ['', address.trim()];
  const said = [app || slashes(path), playpath, stream].filter((part) => part !== '' && part !== undefined);
  return [host.replace(/^[^:]+/, (scheme) => scheme.toLowerCase()), ...said].join('/');
}

/** What another publication must not send to as well: two that write one file or one key are in each other's way. */
export const placesOf = (outputs: readonly Pick<Output, 'address' | 'options'>[]): string[] =>
  outputs.filter(({ address }) => !['', '-', 'pipe:'].includes(address.trim())).map(placeOf);

export const duplicatesAmong = (places: readonly string[], others: readonly SendingPublication[]): string[] =>
  others.filter((other) => other.places.some((place) => places.includes(place))).map(({ name }) => name);
