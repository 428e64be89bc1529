import { resolve } from 'node:path';

/** Journeys use it too, so it imports nothing of Vitest. */
export const CORE_PROGRAM = resolve(import.meta.dirname, '../../../server/main.ts');
