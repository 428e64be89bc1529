import type { PlayerConfig } from '../player/config.ts';
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
  startPlayer(
    place,
    { config: playerConfig, ...startOf(location.search, playerConfig), label: document.title, root },
    { engine: () => fetchedEngine(root), language, say },
  );
}
