import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import { UserError } from '../launch/userError.ts';
import { replaceGlobalWindowModule } from './esbuildPlugins.ts';
import { withoutStyles } from './trimVideojsStyles.ts';

/**
 * Components that a live stream never shows. video.js ignores unknown ones, and its single file is edited to omit
 * them.
 */
const LEFT_OUT: readonly string[] = [
  ...['TimeDisplay', 'CurrentTimeDisplay', 'DurationDisplay', 'TimeDivider', 'RemainingTimeDisplay'],
  ...['SkipForward', 'SkipBackward', 'PlaybackRateMenuItem', 'PlaybackRateMenuButton'],
  ...['Menu', 'MenuButton', 'MenuItem', 'TrackButton', 'TextTrackMenuItem', 'OffTextTrackMenuItem', 'TextTrackButton'],
  ...['ChaptersTrackMenuItem', 'ChaptersButton', 'DescriptionsButton', 'SubtitlesButton', 'CaptionsButton'],
  ...['CaptionSettingsMenuItem', 'SubsCapsMenuItem', 'SubsCapsButton', 'AudioTrackMenuItem', 'AudioTrackButton'],
  ...['TextTrackSelect', 'TextTrackFieldset', 'TextTrackSettingsColors', 'TextTrackSettingsFont'],
  ...['TrackSettingsControls', 'TextTrackSettings', 'TitleBar', 'TransientButton'],
  ...['ErrorDisplay', 'CloseButton', 'ModalDialog', 'VolumeLevelTooltip', 'MouseVolumeLevelDisplay'],
];

/** video.js only creates it on request; the stub does nothing. */
const REMOTE_CONTROL = /^class SpatialNavigation extends EventTarget \{[\s\S]*?^\}$/m;

const DIALOG = 'const modal = new ModalDialog(this, options);';

/** Throws if a release of video.js defines one of them differently. */
export function withoutComponents(source: string): string {
  const left = LEFT_OUT.reduce((rest, name) => {
    const shorter = rest
      .replace(new RegExp(`^class ${name} extends \\w+ \\{\\n[\\s\\S]*?^\\}\\n`, 'm'), '')
      .replace(new RegExp(`^${name}\\.prototype\\.[\\s\\S]*?;\\n`, 'gm'), '')
      .replace(`Component.registerComponent('${name}', ${name});\n`, '');
    if (new RegExp(`\\b(class|registerComponent\\(')${name}\\b`).test(shorter) || shorter === rest) throw changed(name);
    return shorter;
  }, source);
  if (!REMOTE_CONTROL.test(left)) throw changed('SpatialNavigation');
  if (!left.includes(DIALOG)) throw changed('createModal');
  return left
    .replace(REMOTE_CONTROL, 'class SpatialNavigation {}')
    .replace(DIALOG, "throw new Error('Dialogs are not built in');");
}

const changed = (name: string) => new UserError(`video.js has ${name} in another way now: see trimVideojs.ts.`);

const CORE = 'node_modules/video.js/core.es.js';
const STREAMING = 'node_modules/@videojs/http-streaming/src';
const STUBS = 'src/viewer/browser/stubs';

/** Parts of video.js, its HLS engine and the transmuxer that streams of a core do not need: 60 kB (gzip) per viewer. */
const STUBBED: readonly { of: RegExp; part: RegExp; stub: string }[] = [
  { of: /http-streaming/, part: /^\.\/dash-playlist-loader$/, stub: 'dash.ts' },
  { of: /http-streaming/, part: /^mux\.js\/lib\/mp4\/(caption|webvtt)-parser$/, stub: 'captions.ts' },
  { of: /mux\.js/, part: /\/caption-stream$/, stub: 'captions.ts' },
  { of: /http-streaming/, part: /^\.\/content-steering-controller$/, stub: 'contentSteering.ts' },
  { of: /http-streaming/, part: /^\.\/(ad-cue-tags|reload-source-on-error)$/, stub: 'adCues.ts' },
  { of: /http-streaming/, part: /^\.\/util\/time$/, stub: 'programTime.ts' },
  { of: /http-streaming/, part: /^worker!.*\/decrypter-worker\.js$/, stub: 'decrypter.ts' },
  { of: /@videojs.xhr/, part: /^\.\/(interceptors|retry)\.js$/, stub: 'disabled.cjs' },
  { of: /mux\.js/, part: /\/parse-id3(\.js)?$/, stub: 'id3.ts' },
  { of: /http-streaming/, part: /^\.\/util\/date-ranges$/, stub: 'dateRanges.ts' },
  { of: /vhs-utils/, part: /^\.\/ebml-helpers\.js$/, stub: 'webm.ts' },
  { of: /video\.js/, part: /^videojs-vtt\.js$/, stub: 'vtt.ts' },
];

const replaced = new Set<RegExp>();

export function stubOf(specifier: string, importer: string): string | null {
  const found = STUBBED.find(({ of, part }) => of.test(importer) && part.test(specifier));
  if (found) replaced.add(found.part);
  return found?.stub ?? null;
}

/** Throws after a build that did not find a part, because a release has renamed it. */
export function requireStubs(): void {
  const missing = STUBBED.filter(({ part }) => !replaced.has(part)).map(({ part }) => part.source);
  if (missing.length > 0) throw new UserError(`video.js has no part named ${missing.join(', ')} any more.`);
}

export const withoutNotes = (source: string): string =>
  source.replace(/\b(?:this|sourceUpdater|mediaType)\.logger_\(/g, 'false && (');

const UTILS = "import * as utils from './bin-utils';";

/** The namespace object, only for debugging, needs an esbuild helper that the login would have to load. */
export function withoutUtils(source: string): string {
  if (!source.includes(UTILS))
    throw new UserError('The HLS engine has its utils in another way now: see trimVideojs.ts.');
  return source.replace(UTILS, 'const utils = {};');
}

const DRM: Readonly<Record<string, string>> = {
  createKeySessions_: '',
  handleWaitingForKey_: '',
  // The buffers wait for this call.
  setupEme_: 'this.playlistController_.sourceUpdater_.initializedEme();\n',
};

/** Streams of a core are not encrypted. Throws if a release has other methods. */
export function withoutDrm(source: string): string {
  return Object.entries(DRM).reduce((rest, [name, left]) => {
    const method = new RegExp(`^( {2}${name}\\(\\) \\{\\n)[\\s\\S]*?^( {2}\\}\\n)`, 'm');
    if (!method.test(rest)) throw new UserError(`The HLS engine has no ${name} any more: see trimVideojs.ts.`);
    return rest.replace(method, `$1${left}$2`);
  }, source);
}

/** A worker as a blob, because a player page has a single script. */
const startedFrom = (code: string) => `const code = ${JSON.stringify(code)};
export default function () {
  const address = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  const worker = new Worker(address);
  const { terminate } = worker;
  worker.terminate = () => {
    URL.revokeObjectURL(address);
    terminate.call(worker);
  };
  return worker;
}`;

/** Builds `video.js` from modules, because the published file cannot be tree-shaken. */
export const trimVideojs: Plugin = {
  name: 'videojs',
  setup({ onResolve, onLoad, initialOptions: { target } }) {
    onResolve({ filter: /^video\.js$/ }, ({ importer }) =>
      // esbuild resolves other imports to real paths: a second path would duplicate it if node_modules is a link.
      importer.includes('node_modules') ? { path: realpathSync(CORE) } : { path: 'player', namespace: 'videojs' },
    );
    onLoad({ filter: /^player$/, namespace: 'videojs' }, () => ({
      contents: `import videojs from './${CORE}';\nimport './${STREAMING}/videojs-http-streaming.js';\nexport default videojs;`,
      resolveDir: process.cwd(),
    }));
    onResolve({ filter: /./ }, ({ path: specifier, importer }) => {
      const stub = stubOf(specifier, importer);
      return stub === null ? null : { path: path.resolve(STUBS, stub) };
    });
    onLoad({ filter: /[\\/]video\.js[\\/]core\.es\.js$/ }, async ({ path: file }) => ({
      contents: withoutComponents(await readFile(file, 'utf8')),
    }));
    onLoad({ filter: /[\\/]video-js\.css$/ }, async ({ path: file }) => ({
      contents: withoutStyles(await readFile(file, 'utf8')),
      loader: 'css',
    }));
    onLoad({ filter: /[\\/]http-streaming[\\/]src[\\/].*\.js$/ }, async ({ path: file }) => {
      const source = withoutNotes(await readFile(file, 'utf8'));
      return { contents: file.endsWith('videojs-http-streaming.js') ? withoutDrm(withoutUtils(source)) : source };
    });
    onResolve({ filter: /^worker!/ }, ({ path: file }) => ({ path: path.basename(file), namespace: 'worker' }));
    onLoad({ filter: /./, namespace: 'worker' }, async ({ path: entry }) => {
      const { outputFiles } = await build({
        entryPoints: [path.join(STREAMING, entry)],
        ...(target === undefined ? {} : { target }),
        bundle: true,
        format: 'iife',
        minify: true,
        write: false,
        legalComments: 'none',
        plugins: [trimVideojs, replaceGlobalWindowModule],
      });
      return { contents: startedFrom(outputFiles.map(({ text }) => text).join('\n')) };
    });
  },
};
