/** What an encoder changes in its stream. `added`, `lost`: while the other one goes on; video is also lost that has not come within seconds. */
export const STREAM_CHANGES = [
  'video-changed',
  'audio-changed',
  'video-added',
  'audio-added',
  'video-lost',
  'audio-lost',
  'clock-restarted',
] as const;
/** The last one of a process with another source stands in its state (`stream_change`). */
export type StreamChange = (typeof STREAM_CHANGES)[number];

/**
 * A stream that is published to the RTMP server of the embedded core: `stream` in the list of its channels
 * (`GET /v3/rtmp`, extension `published-streams`), and as a text in the `extra` of its session:
 * `video=h264&audio=aac&change=video-changed&at=1732812345`. Codecs of enhanced RTMP have their FourCC (`hvc1`).
 */
export interface ArrivingStream {
  /** null: there is none. */
  readonly video: string | null;
  readonly audio: string | null;
  /** Silence is sent in place of the audio that the channel expects. */
  readonly silence: boolean;
  /** The last change, and when it was noticed (unix seconds of the core); null: none since it publishes. */
  readonly change: { readonly what: StreamChange; readonly at: number } | null;
}

export function writeArrivingStream({ video, audio, silence, change }: ArrivingStream): string {
  const fields = new URLSearchParams();
  if (video !== null) fields.set('video', video);
  if (audio !== null) fields.set('audio', audio);
  if (silence) fields.set('silence', '1');
  if (change !== null) {
    fields.set('change', change.what);
    fields.set('at', String(change.at));
  }
  return fields.toString();
}
