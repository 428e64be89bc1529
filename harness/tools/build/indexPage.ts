import path from 'node:path';
import type { Metafile } from 'esbuild';

export interface FirstLoad {
  script: string;
  /** Static imports of the script, listed in the page to load in parallel. */
  preloads: string[];
  styles: string[];
  /** Files of the application, which follow at once for users who are logged in already. */
  inside: string[];
  /** Files of the preview's player, without those of the application. */
  player: string[];
}

/** The chunks load after the login. */
const LATER = { inside: 'src/app/loading/appChunk.tsx', player: 'src/ui/player/showLiveVideo.ts' };
/** The key of the stored login (src/app/browser/storage.ts, src/features/gate/session/sessionToken.ts). */
const TOKEN = '@@restreamer-ui@@token';

export function loadedWith(outputs: Metafile['outputs'], entry: string): string[] {
  const found = new Set<string>();
  const visit = (file: string) => {
    const output = outputs[file];
    if (found.has(file) || !output) return;
    found.add(file);
    for (const { path: imported, kind } of output.imports) if (kind === 'import-statement') visit(imported);
    if (output.cssBundle) visit(output.cssBundle);
  };
  for (const [file, output] of Object.entries(outputs)) if (output.entryPoint === entry) visit(file);
  return [...found];
}

export function firstLoad(outputs: Metafile['outputs'], entries: readonly string[], entriesLater = LATER): FirstLoad {
  const files = [...new Set(entries.flatMap((entry) => loadedWith(outputs, entry)))].map((file) => path.basename(file));
  const later = (entry: string, known: readonly string[]) => {
    const loaded = loadedWith(outputs, entry).map((file) => path.basename(file));
    if (loaded.length === 0) throw new Error(`No script was built from ${entry}`);
    return loaded.filter((file) => file.endsWith('.js') && !known.includes(file));
  };
  const [script, ...preloads] = files.filter((file) => file.endsWith('.js'));
  if (script === undefined) throw new Error(`No script was built from ${entries.join(', ')}`);
  const inside = later(entriesLater.inside, files);
  return {
    script,
    preloads,
    styles: files.filter((file) => file.endsWith('.css')),
    inside,
    player: later(entriesLater.player, [...files, ...inside]),
  };
}

/** A stored login loads the channel beside the login. A policy that forbids scripts in the page only slows this. */
const AHEAD =
  `<script>try{if(localStorage.getItem('${TOKEN}'))for(const file of document.querySelector('meta[name=inside]').content.split(' '))` +
  `document.head.append(Object.assign(document.createElement('link'),{rel:'modulepreload',href:'./'+file}))}catch{}</script>`;

/** src/app/loading/loadApp.ts reads them. */
const listOf = (part: keyof typeof LATER, files: readonly string[]) =>
  `<meta name="${part}" content="${files.join(' ')}">`;

/** index.html with what it loads. Addresses are relative: the interface may lie below any path. */
export function indexPage(template: string, { script, preloads, styles, inside, player }: FirstLoad): string {
  const head = [
    ...preloads.map((file) => `<link rel="modulepreload" href="./${file}">`),
    // Before the style sheets: a script waits for those that stand above it.
    ...[listOf('inside', inside), listOf('player', player), AHEAD],
    ...styles.map((file) => `<link rel="stylesheet" href="./${file}">`),
    `<script type="module" src="./${script}"></script>`,
  ];
  if (!template.includes('</head>')) throw new Error('assets/index.html has no </head> to put the script before');
  return template.replace('</head>', () => `${head.join('\n')}\n</head>`);
}
