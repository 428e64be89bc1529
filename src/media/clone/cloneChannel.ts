import type { ProcessConfig } from '../../api/answers/process.ts';
import { pushKeyKey, readPushKey } from '../../api/hlsPushKey.ts';
import { agentKey, backupOf, egressOf, METADATA_KEY, RENDITION_KEY, renditionOf } from '../../api/processIds.ts';
import { type Network, ownHosts } from '../address/channelAddresses.ts';
import { isTakenBy, type ListenPort, listenPortOf, nextFreePort, portsOfProcesses } from '../address/listenPort.ts';
import { type Push, pushAddress, pushName, pushOf, pushSource } from '../address/pushAddress.ts';
import type { Source } from '../encoding/profile.ts';
import { readBackupInput } from '../hold/backupInput.ts';
import type { IngestMetadata } from '../stored/metadata.ts';
import { changeTexts, type IdMap, renameIds } from '../stored/renameIds.ts';
import { type Group, isGroup } from '../stored/storedSchemas.ts';

/** A process of a channel as it is stored, with the metadata of all programs. */
export interface ChannelProcess {
  config: ProcessConfig;
  metadata: Readonly<Record<string, unknown>>;
}

export interface ChannelToClone {
  channel: string;
  metadata: IngestMetadata;
  /** All its processes on the core. */
  processes: readonly ChannelProcess[];
  /** The global metadata of the core. */
  global: Readonly<Record<string, unknown>>;
}

export interface CloneContext {
  channel: string;
  name: string;
  networks: { before: Network; after: Network };
  /** Ports in use on the core, those of the channel included. */
  taken: readonly ListenPort[];
  newUuid: () => string;
  newKey: () => string;
  /** Whether only one program can open the source. Its copy does not start with the core. */
  isExclusive: (source: Source) => boolean;
  /** Settings that have to differ in each publication of a service, such as the names of recorded files. */
  ownSettings: (service: string) => Readonly<Record<string, unknown>>;
}

export interface ClonedProcess {
  process: ProcessConfig;
  metadata: object | null;
  key: string;
}

export interface ChannelClone {
  metadata: IngestMetadata;
  /** Everything but ingest and snapshot, in the order in which to write it. */
  processes: readonly ClonedProcess[];
  /** By metadata key of the core. */
  global: Readonly<Record<string, unknown>>;
  ports: readonly { before: ListenPort; after: ListenPort }[];
}

/**
 * A new channel with the settings of another one. Ids, stream keys and ports on which ffmpeg listens are new; its
 * publications are off. The metadata of other programs and temporary processes are not copied.
 */
export function cloneChannel(from: ChannelToClone, context: CloneContext): ChannelClone {
  const ids = idsOf(from, context);
  const renames = renamesOf(from, ids, context);
  const kept = from.processes.toSorted((a, b) => rankOf(a) - rankOf(b));
  return {
    metadata: clonedIngest(from.metadata, renames, context),
    processes: kept.flatMap((process) => clonedProcess(process, renames, context) ?? []),
    global: clonedGlobal(from, renames, context),
    ports: [...renames.ports],
  };
}

interface Renames {
  /** For texts that the core or this interface has made. */
  own: (text: string) => string;
  /** For addresses, which may lead elsewhere. */
  address: (text: string) => string;
  port: (text: string) => string;
  ports: readonly { before: ListenPort; after: ListenPort }[];
  /** The new stream key instead of one that an encoder sends with. */
  key: (name: string) => string;
}

/** The ids of the channel, its publications and renditions, also of those that are only named. */
function idsOf({ channel, processes }: ChannelToClone, { channel: clone, newUuid }: CloneContext): IdMap {
  const ids = new Map([[channel, clone]]);
  const add = (id: unknown) => {
    if (typeof id === 'string' && !ids.has(id)) ids.set(id, newUuid());
  };
  for (const { config, metadata } of processes) {
    add(egressOf(config.id)?.uuid);
    add(renditionOf(config.id)?.uuid);
    const { control } = groupIn(metadata[METADATA_KEY]);
    add(groupIn(control).backup);
    add(groupIn(groupIn(control).source).rendition);
  }
  return ids;
}

function renamesOf({ processes, metadata }: ChannelToClone, ids: IdMap, context: CloneContext): Renames {
  const { networks, newKey } = context;
  const own = (text: string) => renameIds(text, ids);
  const { rtmp, srt } = networks.before;
  const hosts = [...ownHosts(networks.before), rtmp.local, rtmp.host, srt.local, srt.host];
  const leadsHere = (text: string) => !text.includes('://') || hosts.some((host) => text.includes(`://${host}`));
  const ports = newPorts(processes, metadata, context);
  const port = (text: string) => {
    const found = listenPortOf(text);
    const moved = found && ports.find(({ before }) => isTakenBy(before, [found]));
    return moved ? withPort(text, moved) : text;
  };
  const keys = new Map<string, string>();
  return {
    own,
    port,
    ports,
    address: (text) => (leadsHere(text) ? own(port(text)) : port(text)),
    key(name) {
      const key = keys.get(name) ?? newKey();
      keys.set(name, key);
      return key;
    },
  };
}

const withPort = (text: string, { before, after }: Renames['ports'][number]): string =>
  text.replace(new RegExp(`:${before.port}(?!\\d)`), `:${after.port}`);

function newPorts(processes: readonly ChannelProcess[], { sources }: IngestMetadata, { taken }: CloneContext) {
  const listed = portsOfProcesses(processes.map(({ config }) => ({ id: config.id, config })));
  const stored = sources.flatMap(({ inputs }) => inputs.flatMap(({ address }) => listenPortOf(address) ?? []));
  const used = [...taken, ...listed, ...stored];
  const ports: { before: ListenPort; after: ListenPort }[] = [];
  for (const { over, port } of [...listed, ...stored]) {
    const before = { over, port };
    if (ports.some((moved) => isTakenBy(before, [moved.before]))) continue;
    const after = nextFreePort(before, used);
    used.push(after);
    ports.push({ before, after });
  }
  return ports;
}

function clonedIngest(metadata: IngestMetadata, renames: Renames, context: CloneContext): IngestMetadata {
  const { sources, imported: _, ...others } = metadata;
  const { control, meta, ...rest } = Object.assign({}, others, renamedGroup(others, renames.own));
  const isExclusive = sources.some(context.isExclusive);
  return {
    ...rest,
    sources: sources.map((source) => clonedSource(source, renames, context)),
    meta: { ...meta, name: context.name },
    control: {
      ...control,
      process: { ...control.process, autostart: control.process.autostart && !isExclusive },
    },
  };
}

/** The same shape with other texts. */
const renamedGroup = <Value extends object>(value: Value, change: (text: string) => string): Partial<Value> =>
  Object.assign({}, changeTexts(value, change));

function clonedSource(source: Source, renames: Renames, { networks }: CloneContext): Source {
  const push = pushOf(source);
  const streams = source.streams.map((stream) => ({ ...stream, url: renames.address(stream.url) }));
  if (!push)
    return {
      ...source,
      settings: Object(changeTexts(source.settings, renames.address)),
      inputs: source.inputs.map((input) => ({
        ...input,
        address: renames.address(input.address),
        options: input.options.map(renames.address),
      })),
      streams,
    };
  const next = { ...push, name: newNameOf(push, renames, networks.before.channel) };
  const shown = pushAddress(networks.before, push)?.address;
  const after = pushAddress(networks.after, next)?.address;
  const settings = changeTexts(source.settings, (text) =>
    after !== undefined && text === shown ? after : renames.address(text),
  );
  const { push: stored } = groupIn(settings);
  return {
    ...source,
    settings: { ...groupIn(settings), push: { ...groupIn(stored), name: next.name } },
    inputs: source.inputs.map((input) => ({ ...input, address: pushSource(networks.after, next) })),
    streams,
  };
}

/** HLS is pushed to the id of the channel, with a key that is stored elsewhere. */
const newNameOf = (push: Push, renames: Renames, channel: string): string =>
  push.type === 'hls' ? renames.own(push.name) : renames.key(pushName(channel, push));

const isBackupSource = ({ config }: ChannelProcess) => backupOf(config.id) !== null;

/** Publications read renditions, so they come after them. */
function rankOf(process: ChannelProcess): number {
  if (isBackupSource(process)) return 0;
  return renditionOf(process.config.id) ? 1 : 2;
}

/** Null for processes that are made of the ingest or by the agent, and for temporary ones. */
function clonedProcess(process: ChannelProcess, renames: Renames, context: CloneContext): ClonedProcess | null {
  const { config, metadata } = process;
  const made = { ...config, id: renames.own(config.id), reference: context.channel };
  if (isBackupSource(process)) {
    const input = config.input.map((entry) => ({ ...entry, address: backupAddress(entry.address, renames, context) }));
    return { process: { ...renamedIo(made, renames), input }, metadata: null, key: METADATA_KEY };
  }
  if (renditionOf(config.id)) {
    const stored = metadata[RENDITION_KEY];
    const renamed = isGroup(stored) ? Object(changeTexts(stored, renames.own)) : null;
    return { process: { ...renamedIo(made, renames), autostart: false }, metadata: renamed, key: RENDITION_KEY };
  }
  const { service } = egressOf(config.id) ?? {};
  return service === undefined ? null : clonedPublication({ ...process, config: made }, service, renames, context);
}

function backupAddress(address: string, renames: Renames, { networks }: CloneContext): string {
  const input = readBackupInput(address, networks.before);
  if (input.type === 'pull') return renames.address(address);
  return pushSource(networks.after, { type: input.type, name: renames.key(input.key) });
}

const renamedIo = (config: ProcessConfig, { own, address }: Renames): ProcessConfig => ({
  ...config,
  input: config.input.map((entry) => ({ ...entry, address: address(entry.address), options: entry.options.map(own) })),
  output: config.output.map((entry) => ({
    ...entry,
    address: own(entry.address),
    options: entry.options.map(own),
    ...(entry.cleanup ? { cleanup: entry.cleanup.map((rule) => ({ ...rule, pattern: own(rule.pattern) })) } : {}),
  })),
});

/** Off, to the same destination. */
function clonedPublication(
  { config, metadata }: ChannelProcess,
  service: string,
  renames: Renames,
  { ownSettings }: CloneContext,
): ClonedProcess {
  const stored = metadata[METADATA_KEY];
  const settings = groupIn(groupIn(stored).settings);
  const fresh = freshTexts(settings, ownSettings(service));
  const ports = portsOfProcesses([{ id: config.id, config: { ...config, input: [] } }]);
  const moved = renames.ports.filter(({ before }) => isTakenBy(before, ports));
  const sent = (text: string) => {
    const own = text.startsWith('{') ? renames.own(text) : text;
    const named = fresh.reduce((now, [before, after]) => now.replaceAll(before, after), own);
    return moved.reduce(withPort, named);
  };
  const { input } = renamedIo(config, renames);
  const output = config.output.map((entry) => ({ ...entry, ...Object(changeTexts(entry, sent)) }));
  const process = { ...config, input, output, autostart: false };
  if (!isGroup(stored)) return { process, metadata: null, key: METADATA_KEY };
  const { outputs, control, ...rest } = stored;
  const renamed = groupIn(changeTexts(control, renames.own));
  return {
    process,
    metadata: {
      ...Object(changeTexts(rest, renames.own)),
      ...('settings' in stored ? { settings: changeTexts(settings, sent) } : {}),
      ...('outputs' in stored ? { outputs: changeTexts(outputs, sent) } : {}),
      control: { ...renamed, process: { ...groupIn(renamed.process), autostart: false } },
    },
    key: METADATA_KEY,
  };
}

/** Pairs of stored and new texts. */
const freshTexts = (settings: Group, own: Readonly<Record<string, unknown>>): [string, string][] =>
  Object.entries(own).flatMap(([key, after]): [string, string][] => {
    const before = settings[key];
    return typeof before === 'string' && before !== '' && typeof after === 'string' ? [[before, after]] : [];
  });

/** Hold, backup and healing rules under the new ids, and a key for an encoder that pushes by HLS. */
function clonedGlobal({ channel, global }: ChannelToClone, { own }: Renames, context: CloneContext) {
  const rules = global[agentKey(channel)];
  const hasKey = readPushKey(global[pushKeyKey(channel)]) !== null;
  return {
    ...(rules === undefined ? {} : { [agentKey(context.channel)]: changeTexts(rules, own) }),
    ...(hasKey ? { [pushKeyKey(context.channel)]: context.newKey() } : {}),
  };
}

const groupIn = (stored: unknown): Group => (isGroup(stored) ? stored : {});
