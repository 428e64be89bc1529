import type { PlayerType } from '../../player/settings.ts';
import { CLAPPR, LIBRARY } from '../../webRootFilePaths.ts';
import { loadFromScript } from './loadScript.ts';
import type { PlayStream } from './playerStreamTypes.ts';
import { videoJsStream } from './videoJsStream.ts';

export async function loadPlayerEngine(type: PlayerType, root: string): Promise<PlayStream> {
  const at = (path: string) => new URL(path, root).href;
  if (type === 'clappr') return loadFromScript(at(CLAPPR), () => window.clapprStream);
  return videoJsStream(await loadFromScript(at(`${LIBRARY}video.min.js`), () => window.videojs));
}
