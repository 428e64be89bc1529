import path from 'node:path';
import type { Metafile } from 'esbuild';

export interface FirstLoad {
  script: string;
  /** Static imports of the script, listed in the page to load in parallel. */
  preloads: string[];
  styles: string[];
  /** Files for users who are already logged in. */
  inside: string[];
}

const APP_CHUNK = 'src/app/loading/appChunk.tsx';
/** The storage key of the login (src/app/browser/storage.ts, src/features/gate/session/sessionToken.ts). */
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

export function firstLoad(outputs: Metafile['outputs'], entries: readonly string[], inside = APP_CHUNK): FirstLoad {
  const files = [...new Set(entries.flatMap((entry) => loadedWith(outputs, entry)))].map((file) => path.basename(file));
  const later = loadedWith(outputs, inside).map((file) => path.basename(file));
  const [script, ...preloads] = files.filter((file) => file.endsWith('.js'));
  if (script === undefined) throw new Error(`No script was built from ${entries.join(', ')}`);
  if (later.length === 0) throw new Error(`No script was built from ${inside}`);
  return {
    script,
    preloads,
    styles: files.filter((file) => file.endsWith('.css')),
    inside: later.filter((file) => file.endsWith('.js') && !files.includes(file)),
  };
}

/** Preloads the channel page for a stored login. A policy without inline scripts only makes this slower. */
const aheadOf = (files: readonly string[]) =>
  `<script>try{if(localStorage.getItem('${TOKEN}'))for(const file of ${JSON.stringify(files)})` +
  `document.head.append(Object.assign(document.createElement('link'),{rel:'modulepreload',href:'./'+file}))}catch{}</script>`;

/** Addresses are relative, because the interface can be served below any path. */
export function indexPage(template: string, { script, preloads, styles, inside }: FirstLoad): string {
  const head = [
    ...preloads.map((file) => `<link rel="modulepreload" href="./${file}">`),
    // Before the style sheets, because an inline script waits for those above it.
    ...(inside.length === 0 ? [] : [aheadOf(inside)]),
    ...styles.map((file) => `<link rel="stylesheet" href="./${file}">`),
    `<script type="module" src="./${script}"></script>`,
  ];
  if (!template.includes('</head>')) throw new Error('assets/index.html has no </head> to put the script before');
  return template.replace('</head>', () => `${head.join('\n')}\n</head>`);
}
