import type { ProbeResult } from '../../api/answers/process.ts';
import { parseStreamDump, type StreamTraits } from './streamDump.ts';
import type { Stream } from './streams.ts';

/** A still image inside of a stream of sound, as music has it: ffmpeg lists it as video. */
const isCoverArt = ({ disposition = [] }: StreamTraits): boolean =>
  disposition.includes('attached pic') || disposition.includes('timed thumbnails');

/**
 * The streams of a probe, with what its log tells of them. Each once: ffmpeg lists a stream again with each program that
 * it belongs to. Cover art is of the type 'picture', so that nobody takes it for video.
 */
export function streamsInProbe({ streams, log }: ProbeResult): Stream[] {
  const key = ({ index, stream }: Pick<Stream, 'index' | 'stream'>) => `${index}:${stream}`;
  const dumped = new Map(parseStreamDump(log).map((one) => [key(one), one]));
  const once = new Map(streams.toReversed().map((one) => [key(one), one]));
  return streams.flatMap((stream) => {
    if (once.get(key(stream)) !== stream) return [];
    const told: Partial<Stream> = dumped.get(key(stream)) ?? {};
    const known: Stream = { ...stream, ...told };
    return [isCoverArt(known) ? { ...known, type: 'picture' } : known];
  });
}
