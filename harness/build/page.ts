import path from 'node:path';
import type { Metafile } from 'esbuild';

/** What the page loads first, as file names in dist/. */
export interface FirstLoad {
  script: string;
  /** Chunks that the script imports at once: known to the page, they load side by side. */
  preloads: string[];
  styles: string[];
}

/** All files that come along when `entry` (a source path) is loaded, the entry's own first; lazy imports are not among them. */
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

export function firstLoad(outputs: Metafile['outputs'], entries: readonly string[]): FirstLoad {
  const files = [...new Set(entries.flatMap((entry) => loadedWith(outputs, entry)))].map((file) => path.basename(file));
  const [script, ...preloads] = files.filter((file) => file.endsWith('.js'));
  if (script === undefined) throw new Error(`No script was built from ${entries.join(', ')}`);
  return { script, preloads, styles: files.filter((file) => file.endsWith('.css')) };
}

/** index.html with what it loads. Addresses are relative: the interface may lie below any path. */
export function page(template: string, { script, preloads, styles }: FirstLoad): string {
  const head = [
    ...styles.map((file) => `<link rel="stylesheet" href="./${file}">`),
    ...preloads.map((file) => `<link rel="modulepreload" href="./${file}">`),
    `<script type="module" src="./${script}"></script>`,
  ];
  if (!template.includes('</head>')) throw new Error('assets/index.html has no </head> to put the script before');
  return template.replace('</head>', () => `${head.join('\n')}\n</head>`);
}
