import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { bundleServer } from '../../tools/build/server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The embedded core as one file, as `make run` starts it. */
    server: string;
  }
}

/** Bundles once for all test files, because starting from sources takes twice the CPU time. */
export default function bundle({ provide }: TestProject): void {
  provide('server', bundleServer(path.resolve(import.meta.dirname, '../../../server/main.ts')));
}
