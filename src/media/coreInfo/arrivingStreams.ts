import * as z from 'zod/mini';
import { type ArrivingStream, STREAM_CHANGES } from '../../api/arrivingStream.ts';

const Change = z.object({ what: z.enum(STREAM_CHANGES), at: z.number() });
const Stream = z.object({
  video: z.nullable(z.string()),
  audio: z.nullable(z.string()),
  silence: z.boolean(),
  change: z.nullable(Change),
});

/** The streams that an RTMP channel receives (`GET /v3/rtmp`); null: the core does not say. */
export function arrivingStreamOf({ stream }: { name: string; stream?: unknown }): ArrivingStream | null {
  const parsed = Stream.safeParse(stream);
  return parsed.success ? parsed.data : null;
}

/** What a live source of a process has changed last (unix seconds), from its state; null: nothing, or the core does not say. */
export function streamChangeOf(stream_change: unknown): ArrivingStream['change'] {
  const parsed = Change.safeParse(stream_change);
  return parsed.success ? parsed.data : null;
}
