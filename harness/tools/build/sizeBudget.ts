import * as z from 'zod';

export interface Weight {
  file: string;
  raw: number;
  gzip: number;
  loadedBy: readonly string[];
  /** A file of dist/viewer, which the interface itself does not load. */
  viewer?: boolean;
}

/**
 * One line per bundle. `entries`: the first load of these source paths, minus that of `after`; `files`: these of
 * dist/viewer; neither: the whole interface. `requests`: maximum number of files. `raise`: who may raise the limits
 * (bytes), and for what.
 */
export const Budget = z.record(
  z.string(),
  z.strictObject({
    entries: z.array(z.string()).optional(),
    after: z.array(z.string()).optional(),
    files: z.array(z.string()).optional(),
    requests: z.number().optional(),
    raise: z.string().min(1, 'say who may raise it'),
    gzip: z.number(),
    raw: z.number(),
  }),
);

export interface Sum {
  bundle: string;
  gzip: number;
  raw: number;
  requests: number;
  complaints: string[];
}

/** 1 kB = 1000 bytes, as in browsers. */
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

export function weigh(budget: z.infer<typeof Budget>, weights: readonly Weight[]): Sum[] {
  return Object.entries(budget).map(([bundle, limit]) => {
    const counted = weights.filter(
      ({ file, loadedBy, viewer = false }) =>
        viewer === (limit.files !== undefined) &&
        (limit.files?.includes(file) ?? true) &&
        (limit.entries?.some((entry) => loadedBy.includes(entry)) ?? true) &&
        !limit.after?.some((entry) => loadedBy.includes(entry)),
    );
    const total = (unit: 'gzip' | 'raw') => counted.reduce((sum, weight) => sum + weight[unit], 0);
    const largest = counted
      .toSorted((a, b) => b.gzip - a.gzip)
      .slice(0, 3)
      .map(({ file, gzip }) => `${file} ${kB(gzip)}`);
    const advice = `Make it smaller, or raise the number in size-budget.json in the same commit and say why (${limit.raise}).`;
    const complaints = (['gzip', 'raw'] as const)
      .filter((unit) => total(unit) > limit[unit])
      .map(
        (unit) =>
          `"${bundle}" is ${kB(total(unit))} ${unit}, its budget is ${kB(limit[unit])}. Largest: ${largest.join(', ')}. ${advice}`,
      );
    const requests = counted.length;
    if (limit.requests !== undefined && requests > limit.requests) {
      complaints.push(`"${bundle}" is ${requests} files, its budget is ${limit.requests}. ${advice}`);
    }
    return { bundle, gzip: total('gzip'), raw: total('raw'), requests, complaints };
  });
}

export const line = ({ bundle, gzip, raw, requests }: Sum) =>
  `${bundle.padEnd(14)} ${kB(gzip).padStart(10)} gzip ${kB(raw).padStart(11)} raw ${String(requests).padStart(4)} files`;
