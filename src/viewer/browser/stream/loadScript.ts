import type { PlayStream } from './playerStreamTypes.ts';
import type { VideoJs } from './videoJsStream.ts';

declare global {
  interface Window {
    videojs?: VideoJs;
    clapprStream?: PlayStream;
    playerTexts?: Readonly<Record<string, string>>;
  }
}

const fetching = (script: HTMLScriptElement) =>
  new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error(`${script.src} cannot be loaded`));
    });
  });

/** Loads a script, retrying once, and returns what `read` finds afterwards. */
export async function loadFromScript<T>(address: string, read: () => T | undefined): Promise<T> {
  const present = read();
  if (present !== undefined) return present;
  const existing = [...document.scripts].find(({ src }) => src === address);
  const script = existing ?? document.createElement('script');
  const loaded = fetching(script);
  if (!existing) {
    script.src = address;
    document.head.append(script);
  }
  await loaded;
  const result = read();
  if (result === undefined) throw new Error(`${address} is no player`);
  return result;
}
