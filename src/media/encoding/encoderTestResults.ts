import * as z from 'zod/mini';

/** What an encoder is measured with; sound has no height. */
export const TEST_HEIGHTS = [720, 1080] as const;
export const TEST_RATE = 25;
export const TEST_SECONDS = 3;

const EncoderMeasurement = z.object({
  height: z.number(),
  /** 1 is real time at 25 frames a second; 0: it does not work with this size. */
  speed: z.number(),
  /** Seconds of one core for each second of picture; null where ffmpeg did not say. */
  cpu: z.nullable(z.number()),
});
export type EncoderMeasurement = z.infer<typeof EncoderMeasurement>;

const Result = z.object({
  /** Milliseconds. */
  at: z.number(),
  core: z.string(),
  ffmpeg: z.string(),
  works: z.boolean(),
  /** Why not, and the line that says so, masked; '' where it works. */
  cause: z.string(),
  line: z.string(),
  sizes: z.array(EncoderMeasurement),
});
export type EncoderResult = z.infer<typeof Result>;
export type TestedWith = Pick<EncoderResult, 'core' | 'ffmpeg'>;
/** `old`: found out with other versions, which may do better or worse. */
export type TestedEncoder = EncoderResult & { old: boolean };
export type TestedEncoders = Readonly<Record<string, TestedEncoder>>;

const Stored = z.object({ version: z.literal(1), encoders: z.record(z.string(), z.unknown()) });

/** Never fails: what cannot be read was not tested. */
export function parseTestedEncoders(raw: unknown, now: TestedWith): TestedEncoders {
  const stored = Stored.safeParse(raw).data?.encoders ?? {};
  return Object.fromEntries(
    Object.entries(stored).flatMap(([id, one]) => {
      const result = Result.safeParse(one).data;
      return result ? [[id, { ...result, old: isOld(result, now) }] as const] : [];
    }),
  );
}

/** The same results beside the versions that there are now. */
export const agedBy = (tested: TestedEncoders, now: TestedWith): TestedEncoders =>
  Object.fromEntries(Object.entries(tested).map(([id, one]) => [id, { ...one, old: isOld(one, now) }]));

const isOld = ({ core, ffmpeg }: TestedWith, now: TestedWith) => core !== now.core || ffmpeg !== now.ffmpeg;

export const storedResults = (tested: TestedEncoders) => ({
  version: 1,
  encoders: Object.fromEntries(Object.entries(tested).map(([id, { old: _, ...result }]) => [id, result])),
});

const BENCH = /bench: utime=([\d.]+)s stime=([\d.]+)s rtime=([\d.]+)s/;

/** What a run of so many seconds of picture has cost, by ffmpeg's own count. null: it does not say. */
export function benchOf(lines: readonly string[], seconds: number): Omit<EncoderMeasurement, 'height'> | null {
  const [, user, system, real] = BENCH.exec(lines.findLast((line) => BENCH.test(line)) ?? '') ?? [];
  const took = Number(real ?? 0);
  if (took <= 0) return null;
  return { speed: seconds / took, cpu: (Number(user) + Number(system)) / seconds };
}

export interface Machine {
  cores: number;
  /** Of the whole machine, in use by others; percent. */
  used: number;
}

/** Nothing runs well on a machine without any rest. */
const USABLE = 0.95;

/** Cores limit software: a single-threaded encoder leaves the other cores to the next. Hardware is also limited by itself. */
export function countInRealTime(
  { speed, cpu }: EncoderMeasurement,
  hardware: boolean,
  { cores, used }: Machine,
): number {
  if (speed < 1) return 0;
  const free = Math.max(0, 1 - used / 100) * USABLE;
  // Where ffmpeg did not say: while it was measured it had the machine to itself.
  const byCores = cpu === null ? speed * free : (cores * free) / cpu;
  return Math.floor(hardware ? Math.min(speed, byCores) : byCores);
}

/** How fast it is with pictures of this size; null where that was not measured. */
export function speedAt({ sizes }: Pick<EncoderResult, 'sizes'>, height: number): number | null {
  const measured = sizes.toSorted((a, b) => a.height - b.height);
  const [larger] = measured.filter((one) => one.height >= height);
  if (larger) return larger.speed;
  const largest = measured.at(-1);
  // Cost grows with the picture, not with its height.
  return largest && largest.height > 0 && height > 0 ? largest.speed * (largest.height / height) ** 2 : null;
}
