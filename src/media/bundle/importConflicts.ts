import { channelOfIngest, egressOf, METADATA_KEY } from '../../api/processIds.ts';
import { isTakenBy, type ListenPort, portsOfProcesses } from '../address/listenPort.ts';
import { PUSH_TYPES } from '../address/pushAddress.ts';
import { duplicatesAmong, placesOf } from '../stored/duplicateDestinations.ts';
import { parseEgressMetadata } from '../stored/metadata.ts';
import type { BundleFile } from './bundle.ts';
import { bundlePathOf } from './bundlePath.ts';
import type { CoreServers } from './coreServers.ts';
import type { CoreFacts, ImportConflict, ImportStep } from './importPlan.ts';
import type { InstalledProcess } from './installation.ts';
import { processName } from './processName.ts';

const CODER = /^-(?:c|codec)(?::[va](?::\d{1,3})?)?$|^-[va]codec$/;

const encodersOf = ({ config }: InstalledProcess): string[] =>
  config.output.flatMap(({ options }) => options.filter((_, at) => CODER.test(options[at - 1] ?? '')));

const portsOf = ({ id, config }: InstalledProcess): ListenPort[] => portsOfProcesses([{ id, config }]);

/** Why a process cannot run on this core. `others`: all that it shall run beside. */
export function reasonsToStop(
  process: InstalledProcess,
  others: readonly InstalledProcess[],
  { skills, ports, unservedReason }: Pick<CoreFacts, 'skills' | 'ports' | 'unservedReason'>,
): ImportConflict[] {
  const named = { id: process.id, name: processName(process) };
  const reason = egressOf(process.id) ? unservedReason(process) : null;
  const known = [...skills.encoders.video, ...skills.encoders.audio];
  const missing =
    known.length === 0 ? [] : encodersOf(process).filter((name) => name !== 'copy' && !known.includes(name));
  const held = [...ports, ...others.filter(({ id }) => id !== process.id).flatMap(portsOf)];
  return [
    ...(reason ? [{ kind: 'unserved' as const, ...named, reason }] : []),
    ...[...new Set(missing)].map((encoder) => ({ kind: 'encoder-missing' as const, ...named, encoder })),
    ...portsOf(process)
      .filter((port) => isTakenBy(port, held))
      .map(({ port }) => ({ kind: 'port-held' as const, ...named, port })),
  ];
}

/** Names of streams that an ingest reads from the servers of its core. */
const STREAM = /\{(?:rtmp|srt),name=([^,}]+)/;
const streamsOf = ({ id, config }: InstalledProcess): string[] =>
  channelOfIngest(id) === null ? [] : config.input.flatMap(({ address }) => STREAM.exec(address)?.[1] ?? []);

const destinationsOf = ({ id, metadata }: InstalledProcess): string[] =>
  egressOf(id) ? placesOf(parseEgressMetadata(metadata[METADATA_KEY]).outputs) : [];

/** Adds the channel, because publications of different channels often have the same name. */
export function placedName(process: InstalledProcess, all: readonly InstalledProcess[]): string {
  const name = processName(process);
  const channel = egressOf(process.id) && all.find(({ id }) => channelOfIngest(id) === process.reference);
  return channel ? `${name} (${processName(channel)})` : name;
}

/**
 * Conflicts of one process with those that are on the core afterwards.
 *
 * @param known ids that are skipped: compared before, as each pair is reported once, or without their keys
 */
export function conflictsBetween(
  process: InstalledProcess,
  all: readonly InstalledProcess[],
  known: ReadonlySet<string>,
): ImportConflict[] {
  const { id } = process;
  const named = { id, name: processName(process) };
  const rest = all.filter((other) => other.id !== id && !known.has(other.id));
  const streams = streamsOf(process);
  const readers =
    streams.length === 0 ? [] : rest.filter((other) => streamsOf(other).some((name) => streams.includes(name)));
  const places = destinationsOf(process);
  const senders =
    places.length === 0
      ? []
      : duplicatesAmong(
          places,
          rest.map((other) => ({
            id: other.id,
            name: placedName(other, all),
            places: destinationsOf(other),
          })),
        );
  return [
    ...readers.map((other) => ({ kind: 'push-key-held' as const, ...named, by: processName(other) })),
    ...senders.map((by) => ({ kind: 'destination-held' as const, id, name: placedName(process, all), by })),
  ];
}

/** Paths of uploads that a process plays. */
const uploadsOf = ({ config }: InstalledProcess): string[] =>
  config.input.flatMap(({ address }) => {
    const path = address.replace(/^\{diskfs\}/, '');
    return bundlePathOf(path) ? [path] : [];
  });

export const missingUploads = (
  process: InstalledProcess,
  files: readonly Pick<BundleFile, 'path'>[],
): ImportConflict[] =>
  uploadsOf(process)
    .filter((path) => files.every((file) => file.path !== path))
    .map((path) => ({ kind: 'file-missing' as const, id: process.id, name: processName(process), path }));

export function diskConflict(steps: readonly ImportStep[], freeDisk: number | null): ImportConflict[] {
  const needs = steps.reduce((sum, step) => (step.kind === 'file' ? sum + step.file.size : sum), 0);
  return freeDisk !== null && needs > freeDisk ? [{ kind: 'disk-full', needs, free: freeDisk }] : [];
}

/** Servers that the processes use, and that differ from those of the bundle or are off. */
export function serverConflicts(
  processes: readonly InstalledProcess[],
  before: CoreServers | null,
  after: CoreServers,
): ImportConflict[] {
  const uses = (server: 'rtmp' | 'srt') =>
    processes.some(({ config }) =>
      [...config.input, ...config.output].some(({ address }) => address.startsWith(`{${server},`)),
    );
  const keyOf = ({ rtmp, srt }: CoreServers, server: 'rtmp' | 'srt') =>
    server === 'rtmp' ? `${rtmp.app} ${rtmp.token}` : `${srt.token} ${srt.passphrase}`;
  return SERVERS.filter(uses).flatMap((server) => {
    const off = !after[server].enable;
    const differs = before !== null && keyOf(before, server) !== keyOf(after, server);
    return off || differs ? [{ kind: 'server-differs' as const, server, off }] : [];
  });
}

const SERVERS = PUSH_TYPES.filter((type) => type !== 'hls');
