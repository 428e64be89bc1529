import videojs from 'video.js';
import library from 'video.js/dist/video-js.css' with { type: 'text' };
import skin from '../../viewer/browser/player.css' with { type: 'text' };
import { startPlayer } from '../../viewer/browser/player.ts';
import { loadFromScript } from '../../viewer/browser/stream/loadScript.ts';
import { videoJsStream } from '../../viewer/browser/stream/videoJsStream.ts';
import type { PlayerConfig } from '../../viewer/player/config.ts';
import { addSheet } from './addStyleSheet.ts';

type Means = Parameters<typeof startPlayer>[2];

interface Show extends Omit<Means, 'engine'> {
  config: PlayerConfig;
  root: string;
  label: string;
  clappr: string;
}

/** Loaded lazily with video.js. Runs the public player until the returned function is called. */
export function show(place: HTMLElement, { config, root, label, clappr, ...means }: Show): () => void {
  addSheet(library);
  addSheet(skin);
  const { autoplay, mute, statistics } = config;
  const engine = () =>
    config.player === 'clappr'
      ? loadFromScript(clappr, () => window.clapprStream)
      : Promise.resolve(videoJsStream(videojs));
  return startPlayer(place, { config, root, label, autoplay, mute, statistics }, { engine, ...means });
}
