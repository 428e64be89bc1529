/** In dBFS, at most 0. */
export interface Level {
  rms: number;
  peak: number;
}

export interface Loudness {
  seconds: number;
  channels: readonly Level[];
  quietSeconds: number;
}

export const SILENCE_DBFS = -60;
export const FLOOR_DBFS = -100;
/** Speech is at -30 to -15 dBFS on average, loud music at -8. */
const QUIET_DBFS = -36;
const LOUD_DBFS = -7;
const CLIPPED_DBFS = -0.1;

export type LevelJudgement = 'silent' | 'quiet' | 'good' | 'loud';

/** A short peak alone is fine, because masters are limited just below 0 dBFS. */
export function judgeLevel({ rms, peak }: Level): LevelJudgement {
  if (rms < SILENCE_DBFS) return 'silent';
  if (rms < QUIET_DBFS) return 'quiet';
  return rms > LOUD_DBFS || (peak >= CLIPPED_DBFS && rms > LOUD_DBFS - 3) ? 'loud' : 'good';
}

const BLOCK_S = 0.1;

const decibels = (amplitude: number) => Math.max(FLOOR_DBFS, amplitude > 0 ? 20 * Math.log10(amplitude) : FLOOR_DBFS);

const rmsOf = (samples: Float32Array): number => {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return samples.length === 0 ? 0 : Math.sqrt(sum / samples.length);
};

function levelOf(samples: Float32Array): Level {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  return { rms: decibels(rmsOf(samples)), peak: decibels(peak) };
}

/** @param channels samples from -1 to 1 */
export function loudnessOf(channels: readonly Float32Array[], rate: number): Loudness | null {
  const length = Math.max(0, ...channels.map((samples) => samples.length));
  if (length === 0 || !(rate > 0)) return null;
  const block = Math.max(1, Math.round(rate * BLOCK_S));
  const isQuiet = (from: number, to: number) =>
    channels.every((samples) => decibels(rmsOf(samples.subarray(from, to))) < SILENCE_DBFS);
  let quiet = length;
  while (quiet > 0 && isQuiet(Math.max(0, quiet - block), quiet)) quiet = Math.max(0, quiet - block);
  return { seconds: length / rate, channels: channels.map(levelOf), quietSeconds: (length - quiet) / rate };
}
