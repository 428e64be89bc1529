import { LIBRARY } from '../file.ts';
import { colorVariables } from '../player/colors.ts';
import type { PlayerConfig } from '../player/config.ts';
import { iframeOf } from '../player/iframe.ts';
import { startOf } from '../player/query.ts';
import { fetchedEngine } from './fetched.ts';
import { startPlayer } from './player.ts';
import { type Translations, viewerLanguageOf } from './viewerLanguage.ts';

/** Of config.js, which comes before. */
declare const playerConfig: PlayerConfig;
declare const __VIEWER_TEXTS__: Translations;

/** `player.min.js`: the player page. */
const { language, say } = viewerLanguageOf(__VIEWER_TEXTS__, navigator.languages);
const root = document.baseURI;
const place = document.querySelector<HTMLElement>('#player');
// What stands below the picture belongs to the page that it is embedded in.
if (window.self !== window.top) document.body.classList.add('embedded');
document.documentElement.lang = language;
if (place) {
  const { color, ...start } = startOf(location.search, playerConfig);
  startPlayer(
    place,
    { config: playerConfig, ...start, label: document.title, root },
    {
      engine: () => fetchedEngine(playerConfig.player, root),
      ...{ language, say, colors: colorVariables(color), library: LIBRARY, iframeOf },
    },
  );
}
