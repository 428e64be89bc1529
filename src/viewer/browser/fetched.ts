import type { VideoJs } from './stream.ts';

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
export function fetchedLibrary(address: string): Promise<VideoJs> {
  if (window.videojs) return Promise.resolve(window.videojs);
  const begun = [...document.scripts].find(({ src }) => src === address);
  if (begun) return fetching(begun);
  const script = document.createElement('script');
  script.src = address;
  const found = fetching(script);
  document.head.append(script);
  return found;
}
