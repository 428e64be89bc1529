import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { NIGHTLY, type Suite, TIMED } from './quickOrWholeSuite.ts';

/** Tests for `make test-all` only, besides titles with `@nightly` or `@timed` and rows that `sampleOf` leaves out. */
export const NIGHTLY_FILES: Readonly<Record<string, string>> = {
  'harness/test/headless/package.test.ts':
    'builds the interface and the package; headless.test.ts calls the same methods',
  'harness/test/headless/playlist.test.ts':
    'waits for several runs of a frozen source; headless.test.ts opens the same core',
  'harness/test/headless/recording.test.ts':
    'records for minutes onto a disk of its own; receivers.test.ts has one recording',
  'harness/test/headless/revisions.test.ts':
    'saves and restores eight times on a running core; src/features/revisions.test.ts has every kind of save',
  'harness/test/headless/sources.test.ts':
    'encodes each source for real; accepts.test.ts runs a sample of the same arguments',
};

export const nightlyFilesOf = (suite: Suite): string[] => (suite === 'quick' ? Object.keys(NIGHTLY_FILES) : []);

/** Titles that a suite runs in parallel. Timed tests run alone. */
export const titlesOf = (suite: Suite): RegExp =>
  new RegExp(`^(?!.*(?:${suite === 'quick' ? `${TIMED}|${NIGHTLY}` : TIMED}))`);

export const testFilesNaming = (mark: string, folders: readonly string[]): string[] =>
  folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
    )
    .filter((file) => file.endsWith('.test.ts') && readFileSync(file, 'utf8').includes(mark))
    .sort();
