import * as z from 'zod/mini';
import { type ArrivingStream, STREAM_CHANGES } from '../../api/arrivingStream.ts';

const Change = z.object({ what: z.enum(STREAM_CHANGES), at: z.number() });
const Stream = z.object({
  video: z.nullable(z.string()),
  audio: z.nullable(z.string()),
  silence: z.boolean(),
  change: z.nullable(Change),
});

/** From `GET /v3/rtmp`; null if the core does not report it. */
export function arrivingStreamOf({ stream }: { name: string; stream?: unknown }): ArrivingStream | null {
  const parsed = Stream.safeParse(stream);
  return parsed.success ? parsed.data : null;
}

/** In Unix seconds; null without a change, or if the core does not report it. */
export function streamChangeOf(stream_change: unknown): ArrivingStream['change'] {
  const parsed = Change.safeParse(stream_change);
  return parsed.success ? parsed.data : null;
}
