import type { Output } from './metadata.ts';

export interface SendingPublication {
  id: string;
  name: string;
  places: readonly string[];
}

const BESIDE = ['-rtmp_app', '-rtmp_playpath', '-streamid'];

const slashes = (part: string) => part.replace(/^\/+|(?<!\/)\/+$/g, '');

/** Normalizes a destination, with application and key in the address or in options. */
function placeOf({ address, options }: Pick<Output, 'address' | 'options'>): string {
  const [app, playpath, stream] = BESIDE.map((name) => {
    const at = options.indexOf(name);
    return at < 0 ? '' : slashes(options[at + 1] ?? '');
  });
  const [, host = '', path = ''] = /^([^:]+:\/\/[^/]*)(.*)/s.exec(address.trim()) ?? ['', address.trim()];
  const parts = [app || slashes(path), playpath, stream].filter((part) => part !== '' && part !== undefined);
  return [host.replace(/^[^:]+/, (scheme) => scheme.toLowerCase()), ...parts].join('/');
}

export const placesOf = (outputs: readonly Pick<Output, 'address' | 'options'>[]): string[] =>
  outputs.filter(({ address }) => !['', '-', 'pipe:'].includes(address.trim())).map(placeOf);

export const duplicatesAmong = (places: readonly string[], others: readonly SendingPublication[]): string[] =>
  others.filter((other) => other.places.some((place) => places.includes(place))).map(({ name }) => name);
