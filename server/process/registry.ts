import type { Config } from '../config/configSchema.ts';
import type { Placeholders } from '../config/placeholders.ts';
import type { Log } from '../log/index.ts';
import type { OwnChannelAt } from '../rtmp/ownChannelAddress.ts';
import { compileGlob } from '../storage/glob.ts';
import type { Storages } from '../storage/types.ts';
import { checkAddresses } from './command/checkAddresses.ts';
import { type ResolvedProcess, resolveInputs, resolveOutputs, resolveProcess } from './command/resolveProcess.ts';
import {
  addPublisherKey,
  createPublisherKeys,
  findRtmpUse,
  type RtmpUse,
  readsFeed,
  removePublisherKey,
} from './command/rtmpPublisherKeys.ts';
import { createUploadKeys } from './command/uploadKey.ts';
import { createProcess, type Process, type ProcessDeps } from './process.ts';
import type { createChildren } from './run/children.ts';
import { readPlaylistVersions } from './run/freshOutput.ts';
import { createStateCounts } from './run/states.ts';
import { findAddressFault } from './store/addressableIds.ts';
import type { StoredProcess } from './store/db.ts';
import type { ProcessConfig } from './store/processConfig.ts';
import { Refusal, UnknownProcess } from './store/refusal.ts';

/** Times in Unix seconds. */
export interface ProcessEntry {
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly process: Process;
}

/** A null criterion matches all. With a `reference`, `ids` is ignored. */
export interface ProcessQuery {
  readonly ids: readonly string[] | null;
  readonly reference: string | null;
  readonly idPattern: string | null;
  readonly refPattern: string | null;
}

export function selectProcesses(
  entries: readonly ProcessEntry[],
  { ids, reference, idPattern, refPattern }: ProcessQuery,
): ProcessEntry[] {
  const idMatcher = matcherOf(idPattern);
  const refMatcher = matcherOf(refPattern);
  if (idMatcher === null || refMatcher === null) return [];
  return entries.filter(
    ({ process: { config } }) =>
      (reference === null ? ids === null || ids.includes(config.id) : config.reference === reference) &&
      idMatcher.test(config.id) &&
      refMatcher.test(config.reference),
  );
}

// In ids and references a slash is an ordinary character.
const matcherOf = (glob: string | null) => (glob === null ? /^/ : compileGlob(glob.replace(/\*+/g, '**')));

interface RegistryDeps {
  config(): Config;
  readonly log: Log;
  placeholders(): Placeholders;
  readonly rtmpChannelAt: OwnChannelAt;
  isPrivate(file: string): boolean;
  readonly storages: Storages;
}

const LIVE = /^(?:srt|udp|rtp|rtsps?|rtmps?|tcp|https?):/i;

export function createRegistry(deps: RegistryDeps, children: ReturnType<typeof createChildren>) {
  const { config, log, placeholders } = deps;
  const entries = new Map<string, ProcessEntry>();
  const reserved = new Set<string>();
  const stateCounts = createStateCounts();

  const unwatchable = new Set<string>();
  const publisherKeys = createPublisherKeys();
  const uploadKeys = createUploadKeys();
  const watchers = new Set<() => void>();
  const notifyWatchers = () => {
    for (const watcher of watchers) watcher();
  };

  /** Restarts publications and renditions of a channel, because a muxer cannot change its header. */
  const renewReaders = ({ id, reference }: ProcessConfig) => {
    if (readsFeed(id)) return;
    for (const { process } of entries.values()) {
      if (process.config.reference !== reference || !readsFeed(process.config.id) || process.order() !== 'start')
        continue;
      log.write('info', 'Process', 'Reads its input anew', { id: process.config.id, reason: 'the stream has changed' });
      process.readAnew({ isOther: false });
    }
  };

  const processDeps = (processConfig: ProcessConfig, uploadKey = uploadKeys.of(processConfig.id)): ProcessDeps => ({
    maxLines: config().ffmpeg.log.max_lines,
    maxHistory: config().ffmpeg.log.max_history,
    launch: (args, onLine, onOutput) =>
      children.launch(
        config().ffmpeg.binary,
        args,
        (line) => onLine(uploadKey.removeFrom(removePublisherKey(line), () => placeholders().memfs)),
        onOutput,
      ),
    isLive: (input) =>
      !(readsFeed(processConfig.id) || unwatchable.has(processConfig.id)) &&
      LIVE.test(input.address) &&
      deps.rtmpChannelAt(input) === null,
    onUnwatchable: () => void unwatchable.add(processConfig.id),
    signed: (output) =>
      uploadKey.addTo(
        addPublisherKey(output, publisherKeys.keyOf(processConfig.id), deps.rtmpChannelAt),
        placeholders().memfs,
      ),
    onExec: (exec) => {
      stateCounts[exec] += 1;
    },
    memoryRoomBytes: () => deps.storages.mem.roomBytes({ kind: 'process', id: processConfig.id }),
    readPlaylistVersions: (rules) => readPlaylistVersions(rules, deps.storages),
    onFreshOutput: () => renewReaders(processConfig),
    note: (level, message, fields) => log.write(level, 'Process', message, fields),
  });

  return {
    stateCounts,
    all: (): ProcessEntry[] => [...entries.values()],

    get(id: string): ProcessEntry {
      const entry = entries.get(id);
      if (entry === undefined) throw new UnknownProcess();
      return entry;
    },
    has: (id: string): boolean => entries.has(id),

    put({ config, createdAt, updatedAt }: Omit<StoredProcess, 'order'>, resolved: ResolvedProcess | null): Process {
      const process = createProcess(config, resolved, processDeps(config));
      entries.set(config.id, { process, createdAt, updatedAt });
      notifyWatchers();
      return process;
    },
    forget(id: string): void {
      if (!entries.delete(id)) return;
      uploadKeys.forget(id);
      unwatchable.delete(id);
      notifyWatchers();
    },

    watch(watcher: () => void): () => void {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    publisherKeyOf: publisherKeys.keyOf,
    uploadWriterOf: uploadKeys.writerOf,
    /** Includes processes that are stopped or invalid. */
    rtmpUses: (values: Placeholders, channelAt: OwnChannelAt): RtmpUse[] =>
      [...entries.values()].map(({ process: { config: stored } }) =>
        findRtmpUse(
          { id: stored.id, input: resolveInputs(stored, values), output: resolveOutputs(stored, values) },
          channelAt,
        ),
      ),

    check(processConfig: ProcessConfig): ResolvedProcess {
      const values = placeholders();
      const resolved = resolveProcess(processConfig, values, (id) => {
        const referred = entries.get(id);
        return referred === undefined ? null : resolveOutputs(referred.process.config, values);
      });
      checkAddresses(processConfig.id, resolved, {
        access: config().ffmpeg.access,
        diskDir: values.diskfs,
        isPrivate: deps.isPrivate,
      });
      return resolved;
    },

    refuseIfTaken(id: string): void {
      if (id.trim() === '') throw new Refusal('an empty ID is not allowed');
      const fault = findAddressFault(id);
      if (fault !== null) throw new Refusal(`this ID is not allowed: ${fault}`);
      if (entries.has(id)) throw new Refusal('process already exists');
    },

    /** Counts processes with order start, running or not. */
    refuseIfFull(): void {
      const max = config().ffmpeg.max_processes;
      const started = [...entries.values()].filter(
        ({ process }) => process.order() === 'start' && !reserved.has(process.config.id),
      );
      if (max > 0 && started.length + reserved.size >= max) {
        throw new Refusal(`max. number of running processes (${max}) reached`);
      }
    },
    reserve(id: string): void {
      this.refuseIfFull();
      reserved.add(id);
    },
    release: (id: string): boolean => reserved.delete(id),
  };
}
export type Registry = ReturnType<typeof createRegistry>;
