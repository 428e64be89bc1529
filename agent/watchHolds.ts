import type { ProcessConfig } from '../src/api/answers/process.ts';
import type { Core } from '../src/api/client.ts';
import { agentKey, backupOf, channelOfHold, channelOfIngest } from '../src/api/processIds.ts';
import { parseBackupSettings } from '../src/media/hold/backupSettings.ts';
import { type HoldSettings, parseHoldSettings, USUAL_HOLD } from '../src/media/hold/holdSettings.ts';
import type { HoldObstacle } from '../src/media/hold/holdStatus.ts';
import { holdWindow } from '../src/media/hold/stitchPlaylist.ts';
import type { Feed, OrderFiles, Processes } from './coreFeed.ts';
import type { HoldEvent } from './holdEvent.ts';
import { writeHold } from './holdWriter.ts';
import { removeHold, removeLeftovers } from './removeHold.ts';

export interface HeldChannel {
  readers: readonly string[];
  window: number | HoldObstacle;
}

/** Finds channels with an ingest and a process that reads their hold. */
export function heldChannels(configs: readonly ProcessConfig[]): Map<string, HeldChannel> {
  const readers = new Map<string, string[]>();
  for (const { id, input } of configs) {
    const channel = input.flatMap(({ address }) => channelOfHold(address) ?? []).at(0);
    if (channel !== undefined) readers.set(channel, [...(readers.get(channel) ?? []), id]);
  }
  const found = new Map<string, HeldChannel>();
  for (const config of configs) {
    const channel = channelOfIngest(config.id);
    const reading = channel === null ? undefined : readers.get(channel);
    if (channel !== null && reading !== undefined) found.set(channel, { readers: reading, window: windowOf(config) });
  }
  return found;
}

/** With the tee muxer (a channel that also feeds a server of the core), the playlist options are in the address. */
const LIST_SIZE_IN_TEE = /^\[[^\]]*\bhls_list_size=([^:\]]*)/;

function windowOf({ output }: ProcessConfig): number | HoldObstacle {
  const { address = '', options = [] } = output[0] ?? {};
  const listSizeText = options.includes('-hls_list_size')
    ? options[options.indexOf('-hls_list_size') + 1]
    : LIST_SIZE_IN_TEE.exec(address)?.[1];
  if (listSizeText === undefined) return 'unreadable';
  const listSize = Number(listSizeText);
  return (Number.isInteger(listSize) ? holdWindow(listSize) : null) ?? 'short-list';
}

/** null if the core does not report when processes changed. */
function markOf(processes: Processes): string | null {
  const marks = [...processes.values()].map(({ id, updated_at }) => (updated_at > 0 ? `${id} ${updated_at}` : null));
  return marks.includes(null) ? null : marks.join('\n');
}

const SETTINGS_EVERY_MS = 5000;

interface RunningWriter extends HeldChannel {
  end: AbortController;
  ended: Promise<void>;
}

/** Runs a hold writer for each held channel. `mayWrite`: false if another agent may have taken over. */
export function createWatch(
  feeds: { processes: Feed<Processes>; orders: Feed<OrderFiles> },
  notify: (channel: string, event: HoldEvent) => void,
  mayWrite: () => boolean,
  isBlank: (channel: string) => boolean = () => false,
) {
  const writing = new Map<string, RunningWriter>();
  let lastCore: Core | null = null;
  let configs: readonly ProcessConfig[] = [];
  let configsMark: string | null = null;
  let areSettled = false;
  let stored: Readonly<Record<string, unknown>> = {};
  let storedAt = Number.NEGATIVE_INFINITY;

  const settingsOf = (channel: string) => parseHoldSettings(stored[agentKey(channel)]);
  const limitOf = (channel: string) => {
    const settings = settingsOf(channel);
    const { limitMinutes }: HoldSettings = settings === 'newer' ? USUAL_HOLD : settings;
    return limitMinutes === null ? null : limitMinutes * 60;
  };

  /** Reads again if a process changed in this poll or the previous one: times of changes are whole seconds. */
  async function readConfigs(core: Core): Promise<readonly ProcessConfig[] | null> {
    const latest = feeds.processes.latest();
    if (latest === null) return null;
    const mark = markOf(latest);
    const isSame = mark !== null && mark === configsMark;
    configsMark = mark;
    if (isSame && areSettled) return configs;
    const read = await core.processes({ filter: 'config' }).catch(() => null);
    areSettled = read !== null && isSame;
    if (read !== null)
      configs = read.flatMap(({ config }) => (typeof config === 'object' && config !== null ? [config] : []));
    return read === null ? null : configs;
  }

  async function readSettings(core: Core) {
    if (performance.now() - storedAt < SETTINGS_EVERY_MS) return;
    const read = await core.metadataAll().catch(() => null);
    if (read === null) return;
    stored = read;
    storedAt = performance.now();
  }

  async function end(core: Core, channel: string, writer: RunningWriter, hasList: boolean) {
    writer.end.abort();
    writing.delete(channel);
    await writer.ended;
    if (lastCore === core && !hasList) await removeHold(core, channel);
  }

  function startWriter(core: Core, channel: string, { readers, window }: HeldChannel) {
    const running = writing.get(channel);
    if (running) {
      running.readers = readers;
      return;
    }
    const started: RunningWriter = { readers, window, end: new AbortController(), ended: Promise.resolve() };
    started.ended = writeHold(
      {
        ...{ core, ...feeds, channel, window, mayWrite },
        limit: () => limitOf(channel),
        isBlank: () => isBlank(channel),
        backups: () => parseBackupSettings(stored[agentKey(channel)]),
        image: `channels/${channel}/slate.png`,
        readers: () => started.readers,
        tell: (event) => notify(channel, event),
      },
      started.end.signal,
    );
    writing.set(channel, started);
  }

  /** Starts and ends writers. Call it repeatedly; a failed call changes nothing. */
  async function updateHolds(core: Core): Promise<void> {
    const configs = await readConfigs(core);
    if (configs === null) return;
    const channels = heldChannels(configs);
    if (channels.size > 0) await readSettings(core);
    for (const [channel, { readers }] of channels)
      if (settingsOf(channel) === 'newer') channels.set(channel, { readers, window: 'newer' });
    // Readers of an abandoned playlist would hang, or send its end again with each retry.
    const hasList = (channel: string) => typeof channels.get(channel)?.window === 'number';
    if (lastCore === null) await removeLeftovers(core, hasList);
    for (const [channel, writer] of writing)
      if (lastCore !== core || channels.get(channel)?.window !== writer.window)
        await end(core, channel, writer, hasList(channel));
    lastCore = core;
    await stopBackups(core, hasList);
    for (const [channel, found] of channels) startWriter(core, channel, found);
  }

  /** Stops backups of channels without protection, which nothing else would stop. */
  async function stopBackups(core: Core, hasList: (channel: string) => boolean) {
    for (const { id, state } of feeds.processes.latest()?.values() ?? []) {
      const backup = backupOf(id);
      if (backup === null || state?.order !== 'start' || hasList(backup.channel)) continue;
      await core.processCommand({ id, body: { command: 'stop' } }).catch(() => null);
    }
  }

  return {
    look: updateHolds,
    isHolding: () => writing.size > 0,
    async stop() {
      for (const { end: ending } of writing.values()) ending.abort();
      await Promise.all([...writing.values()].map(({ ended }) => ended));
      writing.clear();
    },
  };
}
