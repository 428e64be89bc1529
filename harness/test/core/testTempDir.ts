import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const created: string[] = [];

/** Creates an empty folder, deleted after the test file. */
export function testTempDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-test-'));
  created.push(folder);
  return folder;
}

afterAll(() => {
  // A child that was just killed may still be writing.
  for (const folder of created.splice(0))
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});
