import * as z from 'zod/mini';

const FoundPage = z.object({ type: z.string(), streams: z.array(z.string()) });
export type FoundPage = z.infer<typeof FoundPage>;

/** Throws a ZodError. Parsed on demand to keep the login small. */
export const foundPageOf = (answer: unknown): FoundPage => z.parse(FoundPage, answer);
