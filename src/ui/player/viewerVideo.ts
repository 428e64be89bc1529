import videojs from 'video.js';
import library from 'video.js/dist/video-js.css' with { type: 'text' };
import skin from '../../viewer/browser/player.css' with { type: 'text' };
import { startPlayer } from '../../viewer/browser/player.ts';
import { videoJsStream } from '../../viewer/browser/stream.ts';
import type { PlayerConfig } from '../../viewer/player/config.ts';
import { startOf } from '../../viewer/player/query.ts';
import { addSheet } from './sheet.ts';

interface Show {
  config: PlayerConfig;
  /** Where relative addresses begin, with a closing slash. */
  root: string;
  label: string;
  language: string;
  say: (text: string) => string;
}

/** Imported lazily, with video.js. The public player in `place`, until the returned function is called. */
export function show(place: HTMLElement, { config, root, label, language, say }: Show): () => void {
  addSheet(library);
  addSheet(skin);
  return startPlayer(
    place,
    { config, root, label, ...startOf('', config) },
    { engine: () => Promise.resolve(videoJsStream(videojs)), language, say },
  );
}
