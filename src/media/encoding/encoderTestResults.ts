import * as z from 'zod/mini';

export const TEST_HEIGHTS = [720, 1080] as const;
export const TEST_RATE = 25;
export const TEST_SECONDS = 3;

const EncoderMeasurement = z.object({
  height: z.number(),
  /** 1 is real time at 25 frames per second; 0 if it does not work at this size. */
  speed: z.number(),
  /** Seconds of one core per second of video; null if ffmpeg does not report it. */
  cpu: z.nullable(z.number()),
});
export type EncoderMeasurement = z.infer<typeof EncoderMeasurement>;

const Result = z.object({
  /** Milliseconds since 1970. */
  at: z.number(),
  core: z.string(),
  ffmpeg: z.string(),
  works: z.boolean(),
  /** Reason of a failure, and the masked line; '' if it works. */
  cause: z.string(),
  line: z.string(),
  sizes: z.array(EncoderMeasurement),
});
export type EncoderResult = z.infer<typeof Result>;
export type TestedWith = Pick<EncoderResult, 'core' | 'ffmpeg'>;
/** `old`: tested with other versions. */
export type TestedEncoder = EncoderResult & { old: boolean };
export type TestedEncoders = Readonly<Record<string, TestedEncoder>>;

const Stored = z.object({ version: z.literal(1), encoders: z.record(z.string(), z.unknown()) });

/** Never throws; malformed results are ignored. */
export function parseTestedEncoders(raw: unknown, now: TestedWith): TestedEncoders {
  const stored = Stored.safeParse(raw).data?.encoders ?? {};
  return Object.fromEntries(
    Object.entries(stored).flatMap(([id, entry]) => {
      const result = Result.safeParse(entry).data;
      return result ? [[id, { ...result, old: isOld(result, now) }] as const] : [];
    }),
  );
}

export const agedBy = (tested: TestedEncoders, now: TestedWith): TestedEncoders =>
  Object.fromEntries(Object.entries(tested).map(([id, result]) => [id, { ...result, old: isOld(result, now) }]));

const isOld = ({ core, ffmpeg }: TestedWith, now: TestedWith) => core !== now.core || ffmpeg !== now.ffmpeg;

export const storedResults = (tested: TestedEncoders) => ({
  version: 1,
  encoders: Object.fromEntries(Object.entries(tested).map(([id, { old: _, ...result }]) => [id, result])),
});

const BENCH = /bench: utime=([\d.]+)s stime=([\d.]+)s rtime=([\d.]+)s/;

export function benchOf(lines: readonly string[], seconds: number): Omit<EncoderMeasurement, 'height'> | null {
  const [, user, system, real] = BENCH.exec(lines.findLast((line) => BENCH.test(line)) ?? '') ?? [];
  const elapsed = Number(real ?? 0);
  if (elapsed <= 0) return null;
  return { speed: seconds / elapsed, cpu: (Number(user) + Number(system)) / seconds };
}

export interface Machine {
  cores: number;
  /** Percent of the machine. */
  used: number;
}

const USABLE = 0.95;

/** The CPU limits software encoders; hardware is also limited by its own speed. */
export function countInRealTime(
  { speed, cpu }: EncoderMeasurement,
  hardware: boolean,
  { cores, used }: Machine,
): number {
  if (speed < 1) return 0;
  const free = Math.max(0, 1 - used / 100) * USABLE;
  // Without a report, the encoder had the whole machine during the test.
  const byCores = cpu === null ? speed * free : (cores * free) / cpu;
  return Math.floor(hardware ? Math.min(speed, byCores) : byCores);
}

/** Null if it was not measured. */
export function speedAt({ sizes }: Pick<EncoderResult, 'sizes'>, height: number): number | null {
  const measured = sizes.toSorted((a, b) => a.height - b.height);
  const [larger] = measured.filter((result) => result.height >= height);
  if (larger) return larger.speed;
  const largest = measured.at(-1);
  // The cost grows with the area, not with the height.
  return largest && largest.height > 0 && height > 0 ? largest.speed * (largest.height / height) ** 2 : null;
}
