import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { languages, loadTexts } from '../../../src/i18n/languages.ts';
import { playerTexts } from '../../../src/viewer/player/texts.ts';
import { CLAPPR, LIBRARY } from '../../../src/viewer/webRootFilePaths.ts';
import { texts as websiteTexts } from '../../../src/viewer/website/texts.ts';
import { replaceGlobalWindowModule } from './esbuildPlugins.ts';
import { trimClappr } from './trimClappr.ts';
import { requireStubs, trimVideojs } from './trimVideojs.ts';

/** The interface copies these files to the core's disk. Paths are relative to the web root. */
export const VIEWER = 'dist/viewer';
/** Requested at the web root. e2e/drawIcons.ts renders the icons, and ffmpeg's filter `geq` drew the background. */
const PUBLIC = 'assets/public';
const BADGES = 'assets/licenses';

interface Bundle {
  entry: string;
  /** A fixed name, because pages on a core's disk refer to it. */
  file: string;
  texts?: readonly string[];
}

const bundles: readonly Bundle[] = [
  { entry: 'src/viewer/browser/stream/videoJsGlobal.ts', file: `${LIBRARY}video.min.js` },
  { entry: 'node_modules/video.js/dist/video-js.css', file: `${LIBRARY}video-js.min.css` },
  { entry: 'src/viewer/browser/stream/prefetchStream.ts', file: `${LIBRARY}start.min.js` },
  { entry: 'src/viewer/browser/playerPage.ts', file: `${LIBRARY}player.min.js` },
  { entry: 'src/viewer/browser/player.css', file: `${LIBRARY}player.min.css` },
  { entry: 'src/viewer/browser/countViews.ts', file: `${LIBRARY}analytics.min.js` },
  { entry: 'src/viewer/browser/patchVideojsVtt.ts', file: `${LIBRARY}vtt.min.js` },
  { entry: 'src/viewer/browser/stream/clapprEntry.ts', file: CLAPPR },
  { entry: 'src/viewer/browser/plugins/templateOverlay.ts', file: `${LIBRARY}videojs-overlay.min.js` },
  { entry: 'src/viewer/browser/plugins/overlay.css', file: `${LIBRARY}videojs-overlay.min.css` },
  { entry: 'src/viewer/browser/plugins/license.ts', file: `${LIBRARY}videojs-license.min.js` },
  { entry: 'src/viewer/browser/plugins/license.css', file: `${LIBRARY}videojs-license.min.css` },
  { entry: 'src/viewer/browser/player.css', file: `${LIBRARY}video-js-skin.min.css` },
  { entry: 'src/viewer/browser/websitePlayer.ts', file: 'playersite/player.js', texts: playerTexts },
  { entry: 'src/viewer/browser/website.ts', file: 'playersite/website.js', texts: Object.values(websiteTexts) },
  { entry: 'src/viewer/browser/website.css', file: 'playersite/website.css' },
  { entry: 'src/viewer/browser/loadFramedPage.ts', file: 'playersite/frame.js', texts: [websiteTexts.unavailable] },
];

/** Not for viewers: the worker of website templates (src/app/renderTemplateInWorker.ts) and the preview. */
const INTERFACE = [
  { entry: 'src/viewer/browser/renderTemplateWorker.ts', file: 'dist/render.js' },
  { entry: 'src/viewer/browser/websitePreview.ts', file: 'dist/preview.js' },
];

/** Without a policy, because the frame would inherit it and block a template's scripts. */
const PREVIEW =
  '<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>Preview</title><script src="preview.js"></script></html>\n';

const options = {
  bundle: true,
  format: 'iife',
  // Viewers have older browsers than operators.
  target: 'es2020',
  minify: true,
  plugins: [replaceGlobalWindowModule, trimVideojs, trimClappr],
  legalComments: 'inline',
  metafile: true,
  logLevel: 'warning',
} satisfies BuildOptions;

/** Fills dist/viewer, with a list (`files.json`) whose version depends on every byte. Returns the input files. */
export async function buildViewer(): Promise<{ viewer: string[]; interface: string[] }> {
  await rm(VIEWER, { recursive: true, force: true });
  await mkdir(VIEWER, { recursive: true });
  await cp(PUBLIC, VIEWER, { recursive: true });
  await cp(BADGES, path.join(VIEWER, LIBRARY, 'licenses'), {
    recursive: true,
    filter: (file) => !/\.\w+$/.test(file) || file.endsWith('.svg'),
  });
  const built = await Promise.all(
    bundles.map(async ({ entry, file, texts = [] }) =>
      build({
        ...options,
        entryPoints: [entry],
        outfile: path.join(VIEWER, file),
        define: {
          __VIEWER_TEXTS__: JSON.stringify(await translationsOf(texts)),
          __VIEWER_LANGUAGES__: JSON.stringify(foreign),
        },
      }),
    ),
  );
  for (const [code, texts] of Object.entries(await translationsOf(playerTexts)))
    await writeFile(path.join(VIEWER, LIBRARY, `texts.${code}.js`), `window.playerTexts=${JSON.stringify(texts)};\n`);
  requireStubs();
  const results = await Promise.all(
    INTERFACE.map(({ entry, file }) => build({ ...options, entryPoints: [entry], outfile: file })),
  );
  await writeFile('dist/preview.html', PREVIEW);
  await writeFile(path.join(VIEWER, 'files.json'), JSON.stringify(await listOf(VIEWER)));
  return {
    viewer: built.flatMap(({ metafile }) => Object.keys(metafile.inputs)),
    interface: results.flatMap(({ metafile }) => Object.keys(metafile.inputs)),
  };
}

const foreign = languages.map(({ code }) => code).filter((code) => code !== 'en');

async function translationsOf(texts: readonly string[]) {
  const found = foreign.map(async (code) => {
    const translations = await loadTexts(code);
    return [code, Object.fromEntries(texts.map((text) => [text, translations[text] ?? text]))] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

async function listOf(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
  const hash = createHash('sha256');
  const listed = [];
  for (const file of files) {
    const content = await readFile(path.join(folder, file));
    hash.update(`${file}\0`).update(content);
    listed.push({ path: file, bytes: content.length });
  }
  return { version: hash.digest('hex').slice(0, 16), files: listed };
}
