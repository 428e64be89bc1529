import type { ProbeResult } from '../../api/answers/process.ts';
import { parseStreamDump, type StreamTraits } from './streamDump.ts';
import type { Stream } from './streams.ts';

/** A still image in an audio file, which ffmpeg lists as video. */
const isCoverArt = ({ disposition = [] }: StreamTraits): boolean =>
  disposition.includes('attached pic') || disposition.includes('timed thumbnails');

/** Lists each stream once. Cover art gets the type 'picture'. */
export function streamsInProbe({ streams, log }: ProbeResult): Stream[] {
  const key = ({ index, stream }: Pick<Stream, 'index' | 'stream'>) => `${index}:${stream}`;
  const dumped = new Map(parseStreamDump(log).map((stream) => [key(stream), stream]));
  const once = new Map(streams.toReversed().map((stream) => [key(stream), stream]));
  return streams.flatMap((stream) => {
    if (once.get(key(stream)) !== stream) return [];
    const details: Partial<Stream> = dumped.get(key(stream)) ?? {};
    const merged: Stream = { ...stream, ...details };
    return [isCoverArt(merged) ? { ...merged, type: 'picture' } : merged];
  });
}
