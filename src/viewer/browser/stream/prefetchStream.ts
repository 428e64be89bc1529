import { flagIn } from '../../player/startParameters.ts';
import { fetchAhead, playsHlsNatively } from './fetchAhead.ts';

/** `start.min.js`: requests what the player will need while its large scripts load. */
const script = document.currentScript;
if (script instanceof HTMLScriptElement && window.headStart === undefined) {
  const { source = '', poster = '', autoplay } = script.dataset;
  const addressOf = (path: string) => new URL(path, document.baseURI).href;
  const sources = source.split(' ');
  const chosen = addressOf(sources[Math.floor(Math.random() * sources.length)] ?? '');
  const startedAt = performance.now();
  const image = poster === '' || /^https?:/.test(poster) ? poster : `${addressOf(poster)}?t=${Date.now()}`;
  if (image !== '') new Image().src = image;
  const begins = flagIn(location.search, 'autoplay', autoplay === 'true') && !playsHlsNatively();
  window.headStart = { source: chosen, replies: fetchAhead(chosen, begins), poster: image, begun: startedAt };
}
