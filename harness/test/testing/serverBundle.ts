import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { bundleServer } from '../../tools/build/server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The embedded core as one file, as `make run` starts it. */
    server: string;
  }
}

/** Once for all files of a run: from its sources a core takes twice the processor time to start. */
export default function bundle({ provide }: TestProject): void {
  provide('server', bundleServer(path.resolve(import.meta.dirname, '../../../server/main.ts')));
}
