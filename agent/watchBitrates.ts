import { setTimeout as sleep } from 'node:timers/promises';
import type { Files } from '../src/api/answers/files.ts';
import type { Core } from '../src/api/client.ts';
import type { Channel } from '../src/media/channel/channel.ts';
import { filesOf } from '../src/media/hls/hlsFiles.ts';
import { bitrateKbitOf, emptyLedger, noteSegments, type SegmentLedger } from '../src/media/hls/measuredBitrate.ts';

/** The interface's interval for a single channel. */
const EVERY_MS = 10_000;
/** Older results are dropped. */
const HOLDS_MS = 25_000;
/** With a shorter span, a steady stream would vary by more than a twentieth. */
const SHORTEST_SPAN_S = 20;
/** Matches the root folder only; recordings are in other folders. */
const SEGMENTS = '/*.{ts,m4s,mp4}';
const CHANNEL_IN_NAME = /^\/(?!hold-)[^/]*?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/;
/** Newest segments per channel; a minute of real-time output has fewer. */
const MAX_SEGMENTS = 500;
/** A core rejects globs of more than a thousand characters. */
const MAX_ON_DISK = 20;

interface BitratesOptions {
  core: Pick<Core, 'memFiles' | 'diskFiles'>;
  channels: () => readonly Pick<Channel, 'id' | 'delivery'>[];
  now?: () => number;
}

/** kbit/s by channel id, without unknown ones. */
export type Bitrates = ReadonlyMap<string, number>;

const NONE_KNOWN: Bitrates = new Map();

/** Measures bitrates by segment sizes, as ffmpeg does not report the bitrate of an HLS output. */
export function createBitrateWatch({ core, channels, now = () => performance.now() }: BitratesOptions) {
  let ledgers: ReadonlyMap<string, SegmentLedger> = new Map();
  let latest = NONE_KNOWN;
  let knownAt = Number.NEGATIVE_INFINITY;

  async function listFiles(): Promise<Files> {
    // Segments that are never deleted could be years of files to list.
    const onDisk = channels().filter(({ delivery }) => delivery?.storage === 'diskfs' && !delivery.endless);
    const ids = onDisk.slice(0, MAX_ON_DISK).map(({ id }) => id);
    const lists = await Promise.all([
      core.memFiles({ glob: SEGMENTS }),
      // The core may have no disk storage; the other bitrates remain valid.
      ids.length === 0 ? [] : core.diskFiles({ glob: filesOf(`{${ids.join()}}`) }).catch(() => []),
    ]);
    return lists.flat();
  }

  async function read() {
    const found = newestByChannel(await listFiles());
    ledgers = new Map(
      channels().map(({ id }) => [id, noteSegments(ledgers.get(id) ?? emptyLedger, found.get(id) ?? [], now() / 1000)]),
    );
    latest = new Map(
      [...ledgers].flatMap(([id, ledger]): [string, number][] => {
        const kbit = bitrateKbitOf(ledger, SHORTEST_SPAN_S);
        return kbit === null ? [] : [[id, kbit]];
      }),
    );
    knownAt = now();
  }

  return {
    latest: (): Bitrates => (now() - knownAt <= HOLDS_MS ? latest : NONE_KNOWN),
    read,
    async run(isActing: () => boolean, leave: AbortSignal): Promise<void> {
      while (!leave.aborted) {
        if (isActing() && channels().length > 0) await read().catch(() => undefined);
        await sleep(EVERY_MS, undefined, { signal: leave }).catch(() => undefined);
      }
    },
  };
}

function newestByChannel(files: Files): ReadonlyMap<string, Files> {
  const byChannel = new Map<string, Files>();
  for (const file of files) {
    const [, channel] = CHANNEL_IN_NAME.exec(file.name) ?? [];
    // ffmpeg empties a file before it deletes it.
    if (channel === undefined || file.size_bytes === 0) continue;
    const others = byChannel.get(channel);
    if (others === undefined) byChannel.set(channel, [file]);
    else others.push(file);
  }
  for (const [channel, all] of byChannel)
    if (all.length > MAX_SEGMENTS)
      byChannel.set(channel, all.toSorted((a, b) => b.last_modified - a.last_modified).slice(0, MAX_SEGMENTS));
  return byChannel;
}
