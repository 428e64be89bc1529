import { UNREAD } from '../src/api/answers/fieldSchemas.ts';
import { lanAddressesOf } from '../src/api/answers/lanAddresses.ts';
import type { Core } from '../src/api/client.ts';
import { codeOf } from '../src/api/error.ts';
import { channelOfIngest, ingestId, METADATA_KEY, snapshotId } from '../src/api/processIds.ts';
import { heldPush } from '../src/media/address/changePushKey.ts';
import { networkOf } from '../src/media/address/channelAddresses.ts';
import type { Push } from '../src/media/address/pushAddress.ts';
import { isRenditionName } from '../src/media/address/renditionTransport.ts';
import { isPublished, readPush, startsOnReturn, waitsForTry } from '../src/media/process/encoderReturn.ts';
import { type Progress, progressOf } from '../src/media/run/progress.ts';
import type { Processes } from './coreFeed.ts';

/** `push` null: the channel has no encoder; undefined: it is not waiting. */
interface WaitingChannel {
  push: Push | null | undefined;
  used: boolean;
}

/**
 * Starts each channel as soon as its encoder publishes again. Call the result with each list of processes, null if the
 * core did not respond.
 */
export function createReturnWatch(core: Core, notify: (channel: string) => void) {
  const waiting = new Map<string, WaitingChannel>();

  async function pushOf(channel: string): Promise<Push | null> {
    const [found] = await core.processes({ id: ingestId(channel), filter: 'config,metadata' });
    const { config, metadata } = found ?? {};
    if (config == null || config === UNREAD || metadata === UNREAD) return null;
    const [about, { config: settings }] = await Promise.all([core.about(), core.config()]);
    const network = networkOf({ config: settings, page: new URL(core.address), channel, lan: lanAddressesOf(about) });
    return readPush(heldPush({ config, metadata: metadata?.[METADATA_KEY] }, network, settings));
  }

  async function checkChannel(channel: string, progress: Progress, names: PublishedNames) {
    const isWaiting = waitsForTry(progress);
    const isLive = progress.status === 'connected';
    if (!isWaiting && !waiting.has(channel)) return;
    const before = waiting.get(channel);
    // Read once per wait, as the channel may have changed since.
    const push = isWaiting ? (before?.push === undefined ? await pushOf(channel) : before.push) : undefined;
    const isHere = push != null && isPublished(await names(push), channel, push);
    const { used, starts } = startsOnReturn(before?.used ?? false, { isLive, waits: push != null, isHere });
    if (isLive || (!isWaiting && !used)) waiting.delete(channel);
    else waiting.set(channel, { push, used });
    if (!starts) return;
    // A page may have started it meanwhile.
    if (!waitsForTry(progressOf(await core.processState({ id: ingestId(channel) })))) return;
    await reconnect(core, channel);
    notify(channel);
  }

  async function checkAll(processes: Processes) {
    const names = publishedNames(core);
    for (const [id, { state }] of processes) {
      const channel = channelOfIngest(id);
      if (channel !== null) await checkChannel(channel, progressOf(state), names);
    }
  }

  return async (processes: Processes | null) => {
    try {
      if (processes !== null) return await checkAll(processes);
    } catch {}
    // A restarted core has cut off all encoders, so every return counts as new.
    waiting.clear();
  };
}

type PublishedNames = (push: Push) => Promise<readonly string[]>;

/** One request per server, and only if a channel waits for it. */
function publishedNames(core: Core): PublishedNames {
  const requests = new Map<Push['type'], Promise<readonly string[]>>();
  const requestNames = async (type: Push['type']) => {
    try {
      if (type === 'hls') return [];
      const names =
        type === 'srt' ? Object.keys((await core.srt()).publisher) : (await core.rtmp()).map(({ name }) => name);
      return names.filter((name) => !isRenditionName(name));
    } catch (error) {
      // The server is disabled.
      if (codeOf(error) === 404) return [];
      throw error;
    }
  };
  return ({ type }) => {
    const names = requests.get(type) ?? requestNames(type);
    requests.set(type, names);
    return names;
  };
}

/** Reloads: a waiting process ignores a start, and between a stop and a start the agent could be killed. */
async function reconnect(core: Core, channel: string): Promise<void> {
  await core.processCommand({ id: ingestId(channel), body: { command: 'reload' } });
  await core.processCommand({ id: snapshotId(channel), body: { command: 'reload' } }).catch(() => null);
}
