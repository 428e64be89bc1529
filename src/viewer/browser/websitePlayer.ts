import type { PlayerConfig } from '../player/config.ts';
import { colorVariables } from '../player/cssColorVariables.ts';
import { parseHexColor } from '../player/hexColor.ts';
import { iframeOf } from '../player/iframe.ts';
import { startOf } from '../player/startParameters.ts';
import { LIBRARY } from '../webRootFilePaths.ts';
import { startPlayer } from './player.ts';
import { loadPlayerEngine } from './stream/loadPlayerLibrary.ts';
import { type Translations, viewerLanguageOf } from './viewerLanguage.ts';

declare const __VIEWER_TEXTS__: Translations;

/** `playersite/player.js`. Operators' templates may define these globals and use any element with the id `player`. */
declare global {
  interface Window {
    playerConfig?: PlayerConfig;
    autoplay?: unknown;
    mute?: unknown;
    statistics?: unknown;
    color?: unknown;
  }
}

/** `var` in a template becomes a property of window. */
const { playerConfig: config } = window;
const flag = (value: unknown, fallback: boolean) => (typeof value === 'boolean' ? value : fallback);

function placeIn(found: HTMLElement): HTMLElement {
  const box = document.createElement('div');
  if (found instanceof HTMLDivElement) found.append(box);
  else {
    box.id = found.id;
    found.replaceWith(box);
  }
  box.style.cssText = 'position:relative;width:100%;height:100%;overflow:hidden';
  // Without a height, the box gets the aspect ratio of the video.
  if (box.clientHeight === 0) Object.assign(box.style, { height: 'auto', aspectRatio: '16 / 9' });
  return box;
}

function withStyles(root: string, names: readonly string[]) {
  for (const name of names) {
    const { href } = new URL(`${LIBRARY}${name}`, root);
    if ([...document.styleSheets].some((sheet) => sheet.href === href)) continue;
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    document.head.append(link);
  }
}

const found = document.getElementById('player');
if (found && config) {
  // In a sandboxed frame, this is the address of the outer page.
  const root = document.baseURI;
  withStyles(root, config.player === 'clappr' ? ['player.min.css'] : ['video-js.min.css', 'player.min.css']);
  const { color, ...start } = startOf(new URL(root).search, {
    autoplay: flag(window.autoplay, config.autoplay),
    mute: flag(window.mute, config.mute),
    statistics: flag(window.statistics, config.statistics),
    color: {
      ...config.color,
      buttons: parseHexColor(typeof window.color === 'string' ? window.color : '') ?? config.color.buttons,
    },
  });
  startPlayer(
    placeIn(found),
    { config, ...start, label: config.license.title || document.title, root },
    {
      engine: () => loadPlayerEngine(config.player, root),
      ...{ colors: colorVariables(color), library: LIBRARY, iframeOf },
      ...viewerLanguageOf(__VIEWER_TEXTS__, navigator.languages),
    },
  );
}
