import { LIBRARY } from '../file.ts';
import { type PlayStream, type VideoJs, videoJsStream } from './stream.ts';

declare global {
  interface Window {
    /** Set by video.min.js. */
    videojs?: VideoJs;
  }
}

const fetching = (script: HTMLScriptElement) =>
  new Promise<VideoJs>((resolve, reject) => {
    const loaded = () => (window.videojs ? resolve(window.videojs) : reject(new Error(`${script.src} is no player`)));
    script.addEventListener('load', loaded);
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error(`${script.src} cannot be loaded`));
    });
  });

/** video.js, which the page loads beside this script; once more when that came to nothing. */
function fetchedLibrary(address: string): Promise<VideoJs> {
  if (window.videojs) return Promise.resolve(window.videojs);
  const begun = [...document.scripts].find(({ src }) => src === address);
  if (begun) return fetching(begun);
  const script = document.createElement('script');
  script.src = address;
  const found = fetching(script);
  document.head.append(script);
  return found;
}

/** What plays. `root`: where relative addresses begin. */
export const fetchedEngine = async (root: string): Promise<PlayStream> =>
  videoJsStream(await fetchedLibrary(new URL(`${LIBRARY}video.min.js`, root).href));
