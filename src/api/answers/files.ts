import * as z from 'zod/mini';
import { figure, rows } from './fieldSchemas.ts';

export const Files = rows(z.object({ name: z.string(), size_bytes: figure(), last_modified: figure() }));
export type Files = z.infer<typeof Files>;
