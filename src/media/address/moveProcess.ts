import type { ProcessConfig } from '../../api/answers/process.ts';
import { channelOfIngest } from '../../api/processIds.ts';
import { parseIngestMetadata } from '../stored/metadata.ts';
import { isGroup, isReadableVersion } from '../stored/storedSchemas.ts';
import { networkOf } from './channelAddresses.ts';
import { type PushAddressParts, pushAddress, pushInput, pushOf, pushPlaceholder } from './pushAddress.ts';
import type { Move } from './rewriteCoreUrls.ts';
import { mapTexts, movedTarget, rewriteCoreUrl } from './rewriteCoreUrls.ts';

export interface CoreMove extends Move {
  pages: { before: URL; after: URL };
  lan: readonly string[];
  /** The HLS key of a channel; null for the login of the memory storage. */
  pushKeyOf: (channel: string) => string | null;
}

export const moveBetween = ({
  before,
  after,
  pages,
  lan = [],
  pushKeyOf = () => null,
}: Omit<CoreMove, 'hosts' | 'lan' | 'pushKeyOf'> & Partial<Pick<CoreMove, 'lan' | 'pushKeyOf'>>): CoreMove => ({
  before,
  after,
  pages,
  lan,
  pushKeyOf,
  hosts: [pages.before.hostname, ...lan],
});

export interface Movable {
  config: ProcessConfig;
  metadata: unknown;
}

export interface MovedProcess {
  config: ProcessConfig;
  /** Null if it is unreadable or from another program. */
  metadata: object | null;
  /** Whether its new addresses only work after the restart of the core. */
  waits: boolean;
}

const networksOf = (channel: string, { before, after, pages, lan }: CoreMove) => ({
  old: networkOf({ config: before, page: pages.before, channel, lan }),
  next: networkOf({ config: after, page: pages.after, channel, lan }),
});

const pushesIn = (metadata: unknown) => {
  const { sources } = parseIngestMetadata(metadata);
  return sources.flatMap((source) => {
    const push = pushOf(source);
    return push ? [{ push, addresses: source.inputs.map(({ address }) => address) }] : [];
  });
};

/** Null if the process does not change. */
export function movedProcess({ config, metadata }: Movable, move: CoreMove): MovedProcess | null {
  const channel = channelOfIngest(config.id);
  const inputs = new Map(channel === null ? [] : pushedInputs(channel, metadata, move));
  let waits = false;
  const target = (text: string) => {
    const moved = inputs.get(text) ?? movedTarget(text, move);
    waits ||= moved !== text && !moved.includes('{');
    return moved;
  };
  const option = (text: string) => {
    const moved = rewriteCoreUrl(text, move);
    waits ||= moved !== text;
    return moved;
  };
  const moved = {
    ...config,
    input: config.input.map((item) => ({ ...item, address: target(item.address), options: item.options.map(option) })),
    output: config.output.map((out) => ({ ...out, address: target(out.address), options: out.options.map(option) })),
  };
  const runs = waits;
  const next = isGroup(metadata) && isReadableVersion(metadata.version) ? movedMetadata(metadata, target, move) : null;
  const same = JSON.stringify([moved, next]) === JSON.stringify([config, next && metadata]);
  return same ? null : { config: moved, metadata: next, waits: runs };
}

function pushedInputs(channel: string, metadata: unknown, move: CoreMove): [string, string][] {
  const { old, next } = networksOf(channel, move);
  return pushesIn(metadata).flatMap(({ push, addresses }) => {
    const target = move.before.version < 3 ? pushInput(next, push) : pushPlaceholder(channel, push);
    const moves = pushInput(old, push) !== pushInput(next, push);
    return moves ? addresses.filter((url) => !url.startsWith('{')).map((url): [string, string] => [url, target]) : [];
  });
}

/** Forms need complete addresses; processes keep placeholders. */
function movedMetadata(metadata: Record<string, unknown>, target: (text: string) => string, move: Move) {
  const shown = (value: unknown) => mapTexts(value, (text) => rewriteCoreUrl(text, move));
  const entry = (value: unknown) =>
    isGroup(value) && typeof value.address === 'string'
      ? { ...Object(shown(value)), address: target(value.address) }
      : shown(value);
  const entries = (value: unknown) => (Array.isArray(value) ? value.map(entry) : shown(value));
  const source = (value: unknown) =>
    isGroup(value)
      ? { ...Object(shown(value)), ...('inputs' in value ? { inputs: entries(value.inputs) } : {}) }
      : value;
  const parts: Record<string, (value: unknown) => unknown> = {
    sources: (value) => (Array.isArray(value) ? value.map(source) : value),
    outputs: entries,
    settings: shown,
  };
  return Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, parts[key]?.(value) ?? value]));
}

export interface EncoderMove {
  channel: string;
  name: string;
  before: PushAddressParts | null;
  after: PushAddressParts | null;
}

export function encoderMovesOf({ config, metadata }: Movable, move: CoreMove): EncoderMove[] {
  const channel = channelOfIngest(config.id);
  if (channel === null) return [];
  const { old, next } = networksOf(channel, move);
  const { name } = parseIngestMetadata(metadata).meta;
  const key = move.pushKeyOf(channel);
  return pushesIn(metadata)
    .map(({ push }) => ({ channel, name, before: pushAddress(old, push, key), after: pushAddress(next, push, key) }))
    .filter(({ before, after }) => before?.address !== after?.address);
}
