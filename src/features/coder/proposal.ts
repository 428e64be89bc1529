import type { Encoder } from '../../catalog/define.ts';
import type { Settings } from '../../catalog/fields.ts';
import { FRAME_RATES, VIDEO_BITRATES } from '../../catalog/options.ts';
import type { Stream } from '../../media/streams.ts';

/** Beyond these a probe has counted clock ticks, not frames. */
const FEWEST = 1;
const MOST = 120;
/** 23.976 is what 23.97 stands for. */
const CLOSE = 0.001;
/** Of H.264 that looks well: bits for each pixel of each frame. */
const BITS_PER_PIXEL = 0.08;
const BITS_PER_KBIT = 1000;

/** A figure of a probe that streams as such do not have; 0 where it could not tell. */
const figureOf = (stream: Stream, key: 'fps' | 'bitrate_kbps'): number => {
  const value: unknown = Object.entries(stream).find(([name]) => name === key)?.[1];
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
};

function frameRateOf(stream: Stream): string | null {
  const fps = figureOf(stream, 'fps');
  if (fps < FEWEST || fps > MOST) return null;
  const listed = FRAME_RATES.find((rate) => Math.abs(Number(rate) - fps) / fps < CLOSE);
  return listed ?? String(Number(fps.toFixed(2)));
}

/** Of the list the closest to what the size needs, and no more than the source has. */
function bitrateOf(stream: Stream, fps: string | null): string | null {
  const needed = (stream.width * stream.height * Number(fps ?? 0) * BITS_PER_PIXEL) / BITS_PER_KBIT;
  const sent = stream.codec === 'rawvideo' ? 0 : figureOf(stream, 'bitrate_kbps');
  const wanted = needed > 0 && sent > 0 ? Math.min(needed, sent) : needed || sent;
  if (wanted <= 0) return null;
  const distance = (rate: string) => Math.abs(Math.log(Number(rate) / wanted));
  return VIDEO_BITRATES.reduce((best, rate) => (distance(rate) < distance(best) ? rate : best));
}

/** What an encoder is set to when nobody has set it yet: what comes in goes out, as far as the probe could tell. */
export function proposedSettings({ type, fields }: Encoder, stream: Stream): Settings {
  if (type === 'audio') return {};
  const fps = frameRateOf(stream);
  const proposed = { fps, bitrate: bitrateOf(stream, fps) };
  return Object.fromEntries(Object.entries(proposed).filter(([key, value]) => value !== null && key in fields));
}
