import type { PlayerConfig } from '../player/config.ts';
import { colorVariables } from '../player/cssColorVariables.ts';
import { iframeOf } from '../player/iframe.ts';
import { startOf } from '../player/startParameters.ts';
import { LIBRARY } from '../webRootFilePaths.ts';
import { startPlayer } from './player.ts';
import { loadPlayerEngine } from './stream/loadPlayerLibrary.ts';
import { loadFromScript } from './stream/loadScript.ts';
import { languageOf } from './viewerLanguage.ts';

/** Of config.js, which comes before. */
declare const playerConfig: PlayerConfig;
/** Which the build has made files of texts for. */
declare const __VIEWER_LANGUAGES__: readonly string[];

/** `player.min.js`: the player page. */
const language = languageOf(__VIEWER_LANGUAGES__, navigator.languages);
const root = document.baseURI;
const place = document.querySelector<HTMLElement>('#player');
// What stands below the picture belongs to the page that it is embedded in.
if (window.self !== window.top) document.body.classList.add('embedded');
document.documentElement.lang = language;
// From now on it is too late for one.
window.headStart ??= null;

/** In one language: seven would weigh as much as the rest of this script. English texts are the keys. */
async function textsIn(code: string): Promise<Readonly<Record<string, string>>> {
  if (code === 'en') return {};
  const address = new URL(`${LIBRARY}texts.${code}.js`, root).href;
  return loadFromScript(address, () => window.playerTexts).catch(() => ({}));
}

async function start(inside: HTMLElement) {
  const texts = await textsIn(language);
  const { color, ...rest } = startOf(location.search, playerConfig);
  startPlayer(
    inside,
    { config: playerConfig, ...rest, label: document.title, root },
    {
      engine: () => loadPlayerEngine(playerConfig.player, root),
      ...{ language, say: (text) => texts[text] ?? text, colors: colorVariables(color), library: LIBRARY, iframeOf },
      headStart: window.headStart ?? null,
    },
  );
}
if (place) start(place);
