import { createHmac, randomBytes } from 'node:crypto';
import { isEgress, renditionOf } from '../../../src/api/processIds.ts';
import { KEY_PARAMETER } from '../../rtmp/access.ts';
import { type OwnChannelAt, PLAYPATH, type RtmpTarget } from '../../rtmp/ownChannelAddress.ts';
import { findOpenedAddresses } from './checkAddresses.ts';
import { findMappedStreams } from './missingStream.ts';

export interface RtmpUse {
  readonly id: string;
  readonly publishes: readonly string[];
  readonly reads: readonly string[];
  /** Channels without whose audio the process would exit. */
  readonly expectsAudio: readonly string[];
}

interface Sides {
  readonly id: string;
  readonly input: readonly RtmpTarget[];
  readonly output: readonly RtmpTarget[];
}

/** Each part of an address has its own options: `[f=hls]a|[f=flv]b`. */
const partsOf = (address: string): { readonly options: string; readonly target: string }[] =>
  address.split('|').map((part) => {
    const options = /^\s*\[[^\]]*\]/.exec(part)?.[0] ?? '';
    return { options, target: part.slice(options.length) };
  });

/** In a list, colons may be escaped. */
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

/** Publications and renditions read only output of the core, never an encoder's. */
export const readsFeed = (id: string): boolean => isEgress(id) || renditionOf(id) !== null;

/**
 * Channels that only publications read have no owner: nobody may publish them. Encoders publish all others that are
 * read.
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

/** Keys by which the RTMP server recognizes a process; new ones at each start of the core. */
export function createPublisherKeys(): { keyOf(id: string): string } {
  const secret = randomBytes(32);
  return { keyOf: (id) => createHmac('sha256', secret).update(id).digest('base64url') };
}

export function addPublisherKey<T extends RtmpTarget>(entry: T, key: string, channelAt: OwnChannelAt): T {
  const { address, options } = entry;
  const isOwn = (target: string) => channelsAt({ address: target, options }, channelAt).length > 0;
  const parts = partsOf(address);
  if (!parts.some(({ target }) => isOwn(target))) return entry;
  const withKey = (text: string) => `${text}${text.includes('?') ? '&' : '?'}${KEY_PARAMETER}=${key}`;
  const playpath = options.lastIndexOf(PLAYPATH) + 1;
  if (playpath > 0)
    return { ...entry, options: options.map((option, at) => (at === playpath ? withKey(option) : option)) };
  const signed = parts.map((part) => part.options + (isOwn(part.target) ? withKey(part.target) : part.target));
  return { ...entry, address: signed.join('|') };
}

const SHOWN_KEY = new RegExp(`[?&]${KEY_PARAMETER}=[\\w-]*`, 'g');

export const removePublisherKey = (line: string): string =>
  line.includes(KEY_PARAMETER) ? line.replace(SHOWN_KEY, '') : line;
