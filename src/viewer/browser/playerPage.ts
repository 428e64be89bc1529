import type { PlayerConfig } from '../player/config.ts';
import { colorVariables } from '../player/cssColorVariables.ts';
import { iframeOf } from '../player/iframe.ts';
import { startOf } from '../player/startParameters.ts';
import { LIBRARY } from '../webRootFilePaths.ts';
import { iconOf, makeElement } from './makeElement.ts';
import { startPlayer } from './player.ts';
import { loadPlayerEngine } from './stream/loadPlayerLibrary.ts';
import { loadFromScript } from './stream/loadScript.ts';
import type { Say } from './stream/playerStreamTypes.ts';
import { languageOf } from './viewerLanguage.ts';

declare const playerConfig: PlayerConfig;
declare const __VIEWER_LANGUAGES__: readonly string[];

/** `player.min.js`: the player page. */
const language = languageOf(__VIEWER_LANGUAGES__, navigator.languages);
const root = document.baseURI;
const place = document.querySelector<HTMLElement>('#player');
// In a frame, the description below the picture is hidden.
if (window.self !== window.top) document.body.classList.add('embedded');
document.documentElement.lang = language;
// Tells start.min.js that it is too late.
window.headStart ??= null;

/** Loads one language, as seven would double this script. English texts are the keys. */
async function textsIn(code: string): Promise<Readonly<Record<string, string>>> {
  if (code === 'en') return {};
  const address = new URL(`${LIBRARY}texts.${code}.js`, root).href;
  return loadFromScript(address, () => window.playerTexts).catch(() => ({}));
}

async function start(place: HTMLElement) {
  const texts = await textsIn(language);
  const { color, ...rest } = startOf(location.search, playerConfig);
  const say = (text: string) => texts[text] ?? text;
  startPlayer(
    place,
    { config: playerConfig, ...rest, label: document.title, root },
    {
      engine: () => loadPlayerEngine(playerConfig.player, root),
      ...{ language, say, colors: colorVariables(color), library: LIBRARY, iframeOf },
      headStart: window.headStart ?? null,
    },
  );
  // Missing in config.js of older versions: defaults to true.
  if (playerConfig.share !== false) document.querySelector('.watch-about')?.append(shareButton(place, say));
}

/** Opens the system's share sheet if available, or else the player's panel. */
function shareButton(place: HTMLElement, say: Say): HTMLElement {
  const icon = iconOf('share');
  const button = makeElement('button', 'watch-share', icon, say('Share'));
  button.addEventListener('click', (event) => {
    event.stopPropagation();
    if ('share' in navigator && matchMedia('(pointer: coarse)').matches)
      navigator.share({ title: document.title, url: location.href.replace(/[?#].*/, '') }).catch(() => {});
    else place.querySelector<HTMLElement>('.watch-button-share')?.click();
  });
  return button;
}
if (place) start(place);
