import type { ProcessConfig } from '../../api/answers/process.ts';
import { classOf } from '../../media/address.ts';
import type { IngestMetadata } from '../../media/metadata.ts';
import type { Network } from '../../media/network.ts';
import { processDiffers } from '../../media/process/differs.ts';
import { ingestProcess } from '../../media/process/ingest.ts';
import type { Skills } from '../../media/skills.ts';
import { type FoundChannel, writesOf } from './decide.ts';
import { feedAfter, type HeldPublication, withFeed } from './feeds.ts';

/** What a save does to a publication that is on: it reads on, loses its connection for a moment, or has nothing to read any more. */
type Fate = 'continues' | 'reconnects' | 'starves';

/** What a save does to what runs. */
export type Consequence =
  /** The stream goes on as if nothing had been saved. */
  | { status: 'untouched' }
  /** Seconds, about; publications by their number. */
  | ({ status: 'interrupted'; seconds: number } & Readonly<Record<Fate, number>>);

interface Save {
  channel: string;
  network: Network;
  found: FoundChannel;
  wanted: IngestMetadata;
  skills: Skills;
  /** The ingest is on. */
  running: boolean;
  /** Ids of the publications that are on. */
  on: readonly string[];
}

/** What ffmpeg needs until the first frame is through, by where it reads: seconds, about. */
const START_S: Readonly<Record<string, number>> = { http: 5, rtsp: 3, rtmp: 3, srt: 3 };
const GENERATED_S = 1;

/** Also of an address in the words of the core, `{rtmp,name=…}`. */
const kindOf = (address: string): string =>
  /^\{(rtmp|srt)\b/.exec(address)?.[1] ?? (/^\{/.test(address) ? 'http' : classOf(address));

/** The slowest of what it reads. */
const secondsOf = ({ input }: ProcessConfig): number =>
  Math.max(GENERATED_S, ...input.map(({ address }) => START_S[kindOf(address)] ?? GENERATED_S));

/**
 * A publication that has to read something else is brought along. An HLS reader goes on where it was, unless the
 * playlist becomes another kind of file.
 */
function fateOf(held: HeldPublication, { channel, found, wanted, skills }: Save): Fate {
  const before = found.metadata.control;
  const after = wanted.control;
  const feed = held.metadata.control.source.source;
  const next = feedAfter(feed, before, after);
  if (next !== feed) return withFeed(held, channel, next, skills) ? 'reconnects' : 'starves';
  if (feed === 'rtmp' || feed === 'srt') return 'reconnects';
  const same = before.hls.version === after.hls.version && before.hls.master_playlist === after.hls.master_playlist;
  return same ? 'continues' : 'reconnects';
}

export function consequenceOf(save: Save): Consequence {
  const { channel, network, found, wanted, running, on } = save;
  const { metadata: stored, process } = found;
  const writes = writesOf({ channel, network, stored, wanted });
  const sent = ingestProcess({ channel, metadata: wanted, network });
  if (!running || !sent || !writes?.ingest) return { status: 'untouched' };
  if (process && !processDiffers(process, sent)) return { status: 'untouched' };
  const fates = found.publications
    .filter(({ process: { id } }) => on.includes(id))
    .map((publication) => fateOf(publication, save));
  const count = (fate: Fate) => fates.filter((one) => one === fate).length;
  return {
    status: 'interrupted',
    seconds: secondsOf(sent),
    continues: count('continues'),
    reconnects: count('reconnects'),
    starves: count('starves'),
  };
}
