import * as z from 'zod/mini';
import { type ArrivingStream, STREAM_CHANGES } from '../../api/arrivingStream.ts';

const Stream = z.object({
  video: z.nullable(z.string()),
  audio: z.nullable(z.string()),
  silence: z.boolean(),
  change: z.nullable(z.object({ what: z.enum(STREAM_CHANGES), at: z.number() })),
});

/** The streams that an RTMP channel receives (`GET /v3/rtmp`); null: the core does not say. */
export function arrivingStreamOf({ stream }: { name: string; stream?: unknown }): ArrivingStream | null {
  const parsed = Stream.safeParse(stream);
  return parsed.success ? parsed.data : null;
}
