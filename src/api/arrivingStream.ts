/** `added`, `lost`: the other stream goes on. Video is also lost if it does not arrive within seconds. */
export const STREAM_CHANGES = [
  'video-changed',
  'audio-changed',
  'video-added',
  'audio-added',
  'video-lost',
  'audio-lost',
  'clock-restarted',
] as const;
export type StreamChange = (typeof STREAM_CHANGES)[number];

/**
 * In `GET /v3/rtmp` of the embedded core (`stream`), and in the `extra` of its session:
 * `video=h264&audio=aac&change=video-changed&at=1732812345`. Enhanced RTMP uses the FourCC (`hvc1`).
 */
export interface ArrivingStream {
  readonly video: string | null;
  readonly audio: string | null;
  /** Whether the core fills in silence for missing audio. */
  readonly silence: boolean;
  /** The last change and its time (unix seconds of the core), or null. */
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
