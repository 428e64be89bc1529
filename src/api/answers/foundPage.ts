import * as z from 'zod/mini';

const FoundPage = z.object({ type: z.string(), streams: z.array(z.string()) });
export type FoundPage = z.infer<typeof FoundPage>;

/** What the embedded core found at an address, by `POST /v3/page`. Parsed here, as no login needs it. Throws if it is no such answer. */
export const foundPageOf = (answer: unknown): FoundPage => z.parse(FoundPage, answer);
