import { readdirSync, readFileSync } from 'node:fs';
import * as z from 'zod';

const Recording = z.object({
  phase: z.enum(['open', 'main', 'extra', 'limits', 'env']),
  name: z.string(),
  request: z.looseObject({
    method: z.string().default('GET'),
    path: z.string().default(''),
    headers: z.record(z.string(), z.string()).default({}),
    body: z.unknown().optional(),
  }),
  /** HTTP exchanges have `status`, `headers` and `body` (left out if it was too long). Others are observations. */
  response: z.looseObject({
    status: z.number().optional(),
    headers: z.record(z.string(), z.string()).optional(),
    body: z.unknown().optional(),
  }),
});
const List = z.array(Recording);

/** A recording of a real core (16.14.0, ffmpeg 5.1). Values of that machine are `{{PLACEHOLDERS}}`. */
export type Recording = z.infer<typeof Recording> & {
  readonly area: string;
  /** `area / phase / name`, used by the tables. */
  readonly title: string;
};

export type Phase = Recording['phase'];

const folder = new URL('fixtures/', import.meta.url);

/** Recordings in their original order per area and phase. */
export const recordings: readonly Recording[] = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .sort()
  .flatMap((file) => {
    const area = file.slice(0, -'.json'.length);
    return List.parse(JSON.parse(readFileSync(new URL(file, folder), 'utf8'))).map((exchange) => ({
      ...exchange,
      area,
      title: `${area} / ${exchange.phase} / ${exchange.name}`,
    }));
  });
