import type { ProcessConfig } from '../src/api/answers/process.ts';
import type { Core } from '../src/api/client.ts';
import { channelOfHold, channelOfIngest, slateId } from '../src/api/processIds.ts';
import { holdWindow } from '../src/media/hold/stitchPlaylist.ts';
import { type HoldEvent, writeHold } from './holdWriter.ts';

interface HeldChannel {
  readers: readonly string[];
  window: number;
}

/** Channels with a process that reads their hold, and an ingest whose playlist can be stitched. */
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
    const window = windowOf(config);
    if (channel !== null && reading !== undefined && window !== null) found.set(channel, { readers: reading, window });
  }
  return found;
}

/** null: its list is too short. */
function windowOf({ output }: ProcessConfig): number | null {
  const options = output[0]?.options ?? [];
  const listSize = Number(options[options.indexOf('-hls_list_size') + 1]);
  return options.includes('-hls_list_size') && Number.isInteger(listSize) ? holdWindow(listSize) : null;
}

const DEFAULT_LIMIT_S = 30 * 60;

interface RunningWriter extends HeldChannel {
  end: AbortController;
  ended: Promise<void>;
}

/** Begins and ends a writer for each held channel; call it again and again. A failed call changes nothing. */
export function createWatch(tell: (channel: string, event: HoldEvent) => void) {
  const writing = new Map<string, RunningWriter>();
  let of: Core | null = null;

  return async (core: Core): Promise<void> => {
    const processes = await core.processes({ filter: 'config' }).catch(() => null);
    if (processes === null) return;
    const held = heldChannels(
      processes.flatMap(({ config }) => (typeof config === 'object' && config !== null ? [config] : [])),
    );
    for (const [channel, { end, window, ended }] of writing)
      if (of !== core || held.get(channel)?.window !== window) {
        end.abort();
        writing.delete(channel);
        await ended;
        if (of === core && !held.has(channel)) await removeHold(core, channel);
      }
    of = core;
    for (const [channel, { readers, window }] of held) {
      const known = writing.get(channel);
      if (known) {
        known.readers = readers;
        continue;
      }
      const end = new AbortController();
      const begun: RunningWriter = { readers, window, end, ended: Promise.resolve() };
      begun.ended = writeHold(
        {
          core,
          channel,
          window,
          settings: () => ({ order: 'auto', limitSeconds: DEFAULT_LIMIT_S }),
          image: `channels/${channel}/slate.png`,
          readers: () => begun.readers,
          tell: (event) => tell(channel, event),
        },
        end.signal,
      );
      writing.set(channel, begun);
    }
  };
}

/** Nobody reads it any more. What cannot be removed now goes with the channel. */
async function removeHold(core: Core, channel: string): Promise<void> {
  await core.processDelete({ id: slateId(channel) }).catch(() => null);
  const files = await core.memFiles({ glob: `/hold-${channel}{.,_}*` }).catch(() => []);
  for (const { name: path } of files) await core.memDelete({ path }).catch(() => null);
}
