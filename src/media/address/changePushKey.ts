import type { Config } from '../../api/answers/config.ts';
import { parseIngestMetadata } from '../stored/metadata.ts';
import { isGroup } from '../stored/storedSchemas.ts';
import type { Network } from './channelAddresses.ts';
import type { Movable } from './moveProcess.ts';
import { type Push, pushAddress, pushInput, pushName, pushOf, pushPlaceholder } from './pushAddress.ts';
import { isServed, mapTexts } from './rewriteCoreUrls.ts';

export interface HeldPush {
  push: Push;
  /** Whether it reads from another address, because settings were changed without it. */
  astray: boolean;
  hasAudio: boolean;
  hasVideo: boolean;
}

const words = (address: string) => address.startsWith('{');

const inputsOf = ({ config, metadata }: Movable) => {
  const { sources } = parseIngestMetadata(metadata);
  return sources.flatMap((source, at) => {
    const push = pushOf(source);
    const hasAudio = source.streams.some(({ type }) => type === 'audio');
    const hasVideo = at === 0 && source.streams.some(({ type }) => type === 'video');
    return push
      ? [{ at, push, hasAudio, hasVideo, stored: source.inputs.map(({ address }) => address), read: config.input }]
      : [];
  });
};

export function heldPush(process: Movable, network: Network, config: Config): HeldPush | null {
  const [first] = inputsOf(process);
  if (!first) return null;
  const { push, hasAudio, hasVideo, stored, read } = first;
  const fed = read.map(({ address }) => address).filter((address) => stored.includes(address) && !words(address));
  const name = push.type === 'hls' ? network.channel : pushName(network.channel, push);
  const astray = fed.some((address) => !isServed(address, config) || !address.includes(name));
  return { push, astray, hasAudio, hasVideo };
}

export function withPushKey(process: Movable, network: Network, key: string, knowsWords: boolean): Movable | null {
  const [first] = inputsOf(process);
  if (!first || !isGroup(process.metadata)) return null;
  const next = { ...first.push, name: key };
  const before = pushAddress(network, first.push)?.address;
  const after = pushAddress(network, next)?.address;
  const input = (address: string) =>
    first.stored.includes(address)
      ? knowsWords || words(address)
        ? pushPlaceholder(network.channel, next)
        : pushInput(network, next)
      : address;
  const shown = (text: string) => (after !== undefined && text === before ? after : text);
  const source = (value: unknown, at: number) => {
    if (at !== first.at || !isGroup(value) || !isGroup(value.settings)) return value;
    const { push, ...settings } = value.settings;
    return {
      ...value,
      settings: { ...Object(mapTexts(settings, shown)), push: { ...(isGroup(push) ? push : {}), name: key } },
      inputs: mapTexts(value.inputs, input),
    };
  };
  const { sources } = process.metadata;
  return {
    config: {
      ...process.config,
      input: process.config.input.map((entry) => ({ ...entry, address: input(entry.address) })),
    },
    metadata: { ...process.metadata, sources: Array.isArray(sources) ? sources.map(source) : sources },
  };
}
