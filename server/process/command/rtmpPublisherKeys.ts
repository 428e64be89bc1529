import { createHmac, randomBytes } from 'node:crypto';
import { isEgress, renditionOf } from '../../../src/api/processIds.ts';
import { KEY_PARAMETER } from '../../rtmp/access.ts';
import { type OwnChannelAt, PLAYPATH, type RtmpTarget } from '../../rtmp/ownChannelAddress.ts';
import { findOpenedAddresses } from './checkAddresses.ts';
import { findMappedStreams } from './missingStream.ts';

/** The channels of our RTMP server that a stored process publishes or plays. */
export interface RtmpUse {
  readonly id: string;
  readonly publishes: readonly string[];
  readonly reads: readonly string[];
  /** Of those that it reads: where it ends if there is no audio. */
  readonly expectsAudio: readonly string[];
}

interface Sides {
  readonly id: string;
  /** Placeholders are filled. */
  readonly input: readonly RtmpTarget[];
  readonly output: readonly RtmpTarget[];
}

/** Each target of an address has its own options: `[f=hls]a|[f=flv]b`. */
const partsOf = (address: string): { readonly options: string; readonly target: string }[] =>
  address.split('|').map((part) => {
    const options = /^\s*\[[^\]]*\]/.exec(part)?.[0] ?? '';
    return { options, target: part.slice(options.length) };
  });

/** A colon in a list may be written with a backslash in front of it. */
const channelsAt = ({ address, options }: RtmpTarget, channelAt: OwnChannelAt): string[] =>
  (findOpenedAddresses(address.replaceAll('\\', '')) ?? []).flatMap(
    (target) => channelAt({ address: target.address, options }) ?? [],
  );

export const findRtmpUse = ({ id, input, output }: Sides, channelAt: OwnChannelAt): RtmpUse => ({
  id,
  reads: input.flatMap((entry) => channelsAt(entry, channelAt)),
  expectsAudio: input.flatMap((entry, i) =>
    findMappedStreams(output).some(({ input: mapped, type }) => mapped === i && type === 'audio')
      ? channelsAt(entry, channelAt)
      : [],
  ),
  publishes: output.flatMap(({ address, options }) =>
    partsOf(address).flatMap(({ target }) => channelsAt({ address: target, options }, channelAt)),
  ),
});

/** These processes read only output of the core itself, never that of an encoder. */
export const readsFeed = (id: string): boolean => isEgress(id) || renditionOf(id) !== null;

/**
 * A process owns the channels that it publishes. Nobody owns those that only publications read: their feed is off, and
 * nobody may stand in for it. Encoders send all others that are read, also those that one process reads and publishes.
 */
export function findOwners(uses: readonly Omit<RtmpUse, 'expectsAudio'>[]): ReadonlyMap<string, readonly string[]> {
  const owners = new Map<string, string[]>();
  const pushed = new Set(uses.flatMap(({ id, reads }) => (readsFeed(id) ? [] : reads)));
  for (const { id, reads } of uses) {
    if (readsFeed(id)) for (const name of reads) if (!pushed.has(name)) owners.set(name, []);
  }
  for (const { id, publishes, reads } of uses) {
    for (const name of publishes) if (!reads.includes(name)) owners.set(name, [...(owners.get(name) ?? []), id]);
  }
  return owners;
}

/** The key by which the RTMP server knows a process again. It is another one at the next start of the core. */
export function createPublisherKeys(): { keyOf(id: string): string } {
  const secret = randomBytes(32);
  return { keyOf: (id) => createHmac('sha256', secret).update(id).digest('base64url') };
}

/** An output that shows this key where it publishes at our RTMP server. */
export function addPublisherKey<T extends RtmpTarget>(entry: T, key: string, channelAt: OwnChannelAt): T {
  const { address, options } = entry;
  const isOwn = (target: string) => channelsAt({ address: target, options }, channelAt).length > 0;
  const parts = partsOf(address);
  if (!parts.some(({ target }) => isOwn(target))) return entry;
  const shown = (text: string) => `${text}${text.includes('?') ? '&' : '?'}${KEY_PARAMETER}=${key}`;
  const playpath = options.lastIndexOf(PLAYPATH) + 1;
  // The playpath replaces the end of the address.
  if (playpath > 0) return { ...entry, options: options.map((each, at) => (at === playpath ? shown(each) : each)) };
  const signed = parts.map((part) => part.options + (isOwn(part.target) ? shown(part.target) : part.target));
  return { ...entry, address: signed.join('|') };
}

const SHOWN_KEY = new RegExp(`[?&]${KEY_PARAMETER}=[\\w-]*`, 'g');

/** Removes the key, which no reader of the log may see. */
export const removePublisherKey = (line: string): string =>
  line.includes(KEY_PARAMETER) ? line.replace(SHOWN_KEY, '') : line;
