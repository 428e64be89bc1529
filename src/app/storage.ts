import type { Host } from '../features/host.ts';
import type { Scheme } from '../ui/scheme.ts';

/** Everything this interface stores in a browser begins with this, as in all installations there are. */
const PREFIX = '@@restreamer-ui@@';

/** Local storage can be switched off or full; then nothing is remembered, and that is all. */
export const browserStorage = {
  getItem: (key: string) => attempt(() => localStorage.getItem(key)) ?? null,
  setItem: (key: string, text: string) => {
    attempt(() => localStorage.setItem(key, text));
  },
};

export const storage: Host['storage'] = {
  read: (key) => browserStorage.getItem(PREFIX + key),
  write: (key, text) => browserStorage.setItem(PREFIX + key, text),
  remove: (key) => {
    attempt(() => localStorage.removeItem(PREFIX + key));
  },
};

function attempt<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined; // the browser forbids it
  }
}

const KEY = 'scheme';
const SCHEMES: readonly Scheme[] = ['dark', 'light', 'system'];

/** Dark unless the operator chose otherwise. */
export const storedScheme = (): Scheme => SCHEMES.find((scheme) => scheme === storage.read(KEY)) ?? 'dark';

export const rememberScheme = (scheme: Scheme) => storage.write(KEY, scheme);
