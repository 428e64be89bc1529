import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type BuildOptions, build, buildSync } from 'esbuild';
import { serviceNames } from '../../../src/catalog/serviceFacts/serviceNames.ts';

const options = {
  bundle: true,
  platform: 'node',
  // Importing node:http as an ES module also loads fetch: 7 MiB.
  format: 'cjs',
  target: 'node22',
  // It has a native binary, and only the SRT relay loads it.
  external: ['koffi'],
  // acme-client uses another adapter. The axios code for Node (proxies, redirects, forms) would be 370 kB unused.
  alias: { axios: 'axios/dist/browser/axios.cjs' },
  // The thrown error contains the messages.
  logLevel: 'silent',
} satisfies BuildOptions;

const programsBeside = (source: string): [name: string, source: string][] => [
  ['agent.cjs', path.join(path.dirname(source), '../agent/main.ts')],
  ['agentStores.cjs', path.join(path.dirname(source), '../agent/storeWorker.ts')],
];

export async function serverInputs(source: string): Promise<string[]> {
  const entryPoints = [source, ...programsBeside(source).map(([, program]) => program)];
  const { metafile } = await build({ ...options, entryPoints, write: false, outdir: '.', metafile: true });
  return Object.keys(metafile.inputs);
}

/** Returns the file of the core: compiling TypeScript in Node would take 38 MiB and a third of the start time. */
export function bundleServer(source: string): string {
  const folder = path.resolve(path.dirname(source), '../.setup');
  for (const [name, program] of programsBeside(source)) bundle(program, path.join(folder, name));
  writeAgentTexts(path.join(path.dirname(source), '../assets/locales'), folder);
  writeWhole(path.join(folder, 'agentTexts.services.json'), JSON.stringify(serviceNames));
  return bundle(source, path.join(folder, 'server.cjs'));
}

function writeAgentTexts(locales: string, folder: string): void {
  const script = readFileSync(path.join(folder, 'agent.cjs'), 'utf8');
  // Searching all texts takes seconds, and languages share them.
  const cache = new Map<string, boolean>();
  const isNeeded = (text: string): boolean => {
    const found = cache.get(text) ?? script.includes(asScript(text));
    cache.set(text, found);
    return found;
  };
  for (const file of readdirSync(locales)) {
    const texts: Record<string, string> = JSON.parse(readFileSync(path.join(locales, file), 'utf8'));
    const needed = Object.entries(texts).filter(([text]) => isNeeded(text));
    writeWhole(path.join(folder, `agentTexts.${file}`), JSON.stringify(Object.fromEntries(needed)));
  }
}

/** Atomic, because another test may be reading the file. */
function writeWhole(file: string, text: string): void {
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, text);
  renameSync(fresh, file);
}

/** Escapes non-ASCII characters as esbuild does. */
const asScript = (text: string): string =>
  text.replace(/[^\0-\x7f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`);

function bundle(source: string, file: string): string {
  const fresh = `${file}.${process.pid}`;
  const {
    outputFiles: [script],
  } = buildSync({ ...options, entryPoints: [source], outfile: fresh, write: false });
  mkdirSync(path.dirname(fresh), { recursive: true });
  // Non-ASCII characters occur only in comments. A single one makes Node store the script in UTF-16: 4 MiB more.
  writeFileSync(fresh, script?.text.replace(/[^\0-\x7f]/g, '?') ?? '');
  renameSync(fresh, file);
  return file;
}
