import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { recallAll } from './fuzzAll.ts';
import { coreTargets, interfaceTargets } from './targets/coreTargets.ts';
import { edgeRequests } from './targets/edgeRequests.ts';
import { viewerDocument } from './targets/viewerPages.ts';

const targets = [...coreTargets, ...interfaceTargets];

recallAll('parsers', targets);

const all = [...targets, ...viewerDocument, ...edgeRequests];
const read = (file: string) => readFileSync(file, 'utf8');
const under = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.posix.join(folder, file));
const fuzzing = under('harness/test/fuzz').filter((file) => file.endsWith('.ts'));

const imported = new Set(
  fuzzing.flatMap((file) =>
    [...read(file).matchAll(/from '(\.[^']+)'/g)].map(([, to = '']) => path.posix.join(path.posix.dirname(file), to)),
  ),
);

const PARSER = /^export (?:async )?(?:const|function) ((?:parse|decode(?!r)|mask|clean|sanitize|anonym|compile)\w*)/gm;

/** Parsers by name that untrusted input does not reach, and why. */
const EXEMPT: Readonly<Record<string, string>> = {
  'server/srt/libsrt.ts': 'reads addresses and numbers that the library of this machine has written',
  'src/catalog/services/helpers/memoryCleanup.ts': 'reads an address that operators type into their own form',
  'src/features/gate/mask.ts': 'passes texts on to the rules of media/masking, which have targets',
  'src/features/shared/failureHelp/FailureFieldHighlight.tsx': 'looks words of the address up in tables',
  'src/media/encoding/manualProbe.ts': 'reads a size that operators type into their own form',
  'src/viewer/browser/stubs/id3.ts': 'stands in the place of a parser, and reads nothing',
};

describe('the table of fuzz targets', () => {
  it('has unique names', () => expect(new Set(all.map(({ name }) => name)).size).toBe(all.length));

  it.each(all)('lists existing modules for $name and imports them', ({ reads }) => {
    for (const file of reads) expect([file, existsSync(file), isReached(file)]).toEqual([file, true, true]);
  });

  it('includes the targets of each file', () => {
    const table = read('harness/test/fuzz/targets/coreTargets.ts');
    const lists = fuzzing
      .filter((file) => file.startsWith('harness/test/fuzz/targets/') && !/(all|viewerPages)\.ts$/.test(file))
      .flatMap((file) => [...read(file).matchAll(/^export const (\w+) = \[(\w+, )*\w+\];/gm)].map(([, name]) => name));
    expect(lists.length).toBeGreaterThan(10);
    expect(lists.filter((name) => !table.includes(`...${name},`))).toEqual([]);
  });

  it('covers every parser', () => {
    const covered = new Set(all.flatMap(({ reads }) => reads));
    const parsers = [...under('agent'), ...under('server'), ...under('src')]
      .filter((file) => /\.tsx?$/.test(file) && !/\.(test|soak)\.|testing|fixtures|conformance/.test(file))
      .filter((file) => [...read(file).matchAll(PARSER)].length > 0);
    expect(parsers.length).toBeGreaterThan(10);
    expect(parsers.filter((file) => !covered.has(file) && !(file in EXEMPT))).toEqual([]);
    expect(Object.keys(EXEMPT).filter((file) => !parsers.includes(file))).toEqual([]);
  });
});

/** Also true if an imported parser imports it, such as `src/media/stored/storedSchemas.ts`. */
function isReached(file: string, from: ReadonlySet<string> = imported): boolean {
  if (from.has(file)) return true;
  return [...from].some((source) => existsSync(source) && source.endsWith('.ts') && importsOf(source).includes(file));
}
const importsOf = (file: string) =>
  [...read(file).matchAll(/from '(\.[^']+)'/g)].map(([, to = '']) => path.posix.join(path.posix.dirname(file), to));
