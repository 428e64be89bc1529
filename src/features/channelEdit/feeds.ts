import type { ProcessConfig } from '../../api/answers/process.ts';
import type { EgressMetadata, Feed, IngestMetadata } from '../../media/metadata.ts';
import { feedInputs } from '../../media/process/egress.ts';
import type { Skills } from '../../media/skills.ts';

type Control = Pick<IngestMetadata['control'], 'hls' | 'rtmp' | 'srt'>;

/** A publication as the core holds it. */
export interface HeldPublication {
  process: ProcessConfig;
  metadata: EgressMetadata;
}

/** What a publication reads once its channel is written like this: what is not there any more gives way to HLS. */
export function feedAfter(feed: Feed, before: Control, after: Control): Feed {
  const hls = `hls+${after.hls.storage}` as const;
  if (feed === 'rtmp' || feed === 'srt') return after[feed].enable || !before[feed].enable ? feed : hls;
  return feed === `hls+${before.hls.storage}` ? hls : feed;
}

/** The publication with another feed, and nothing else changed; null: it reads something that nobody knows here. */
export function withFeed(
  { process, metadata }: HeldPublication,
  channel: string,
  feed: Feed,
  skills: Skills,
): HeldPublication | null {
  const [input, ...others] = process.input;
  const before = feedInputs[metadata.control.source.source](channel, skills);
  if (!input || input.address !== before.address) return null;
  const after = feedInputs[feed](channel, skills);
  const own = input.options.slice(startsWith(input.options, before.options) ? before.options.length : 0);
  return {
    process: {
      ...process,
      input: [{ ...input, address: after.address, options: [...after.options, ...own] }, ...others],
    },
    metadata: { ...metadata, control: { ...metadata.control, source: { ...metadata.control.source, source: feed } } },
  };
}

const startsWith = (options: readonly string[], beginning: readonly string[]) =>
  beginning.every((option, i) => options[i] === option);
