import type { Host } from '../../features/gate/host/host.ts';
import type { Scheme } from '../../ui/look/colorSchemeVariables.ts';

/** Prefix of all keys, as in existing installations. */
const PREFIX = '@@restreamer-ui@@';

/** Longer texts were not written by this interface and are dropped. */
const LONGEST = 8192;

/** The page still runs until it is loaded anew, and records its timeline. */
let isForgotten = false;

/** Local storage may be disabled or full. Then nothing is stored. */
export const browserStorage = {
  getItem(key: string) {
    const text = attempt(() => localStorage.getItem(key)) ?? null;
    if (text === null || text.length <= LONGEST) return text;
    attempt(() => localStorage.removeItem(key));
    return null;
  },
  setItem(key: string, text: string) {
    if (!isForgotten && key.length + text.length <= LONGEST) attempt(() => localStorage.setItem(key, text));
  },
};

export const storage: Host['storage'] = {
  read: (key) => browserStorage.getItem(PREFIX + key),
  write: (key, text) => browserStorage.setItem(PREFIX + key, text),
  remove: (key) => {
    attempt(() => localStorage.removeItem(PREFIX + key));
  },
  listen(key, changed) {
    let left: string | null = null;
    const onStorage = ({ key: name, newValue, oldValue, storageArea }: StorageEvent) => {
      // Without a key, the whole storage was cleared.
      const isOwn = (name ?? PREFIX + key) === PREFIX + key && attempt(() => storageArea === localStorage);
      if (isOwn) changed(newValue, oldValue);
    };
    const leave = () => {
      left = storage.read(key);
    };
    // A page in the back/forward cache receives no storage events.
    const come = ({ persisted }: PageTransitionEvent) => {
      const text = storage.read(key);
      if (persisted && text !== left) changed(text, left);
    };
    addEventListener('storage', onStorage);
    addEventListener('pagehide', leave);
    addEventListener('pageshow', come);
    return () => {
      removeEventListener('storage', onStorage);
      removeEventListener('pagehide', leave);
      removeEventListener('pageshow', come);
    };
  },
};

/** Stores the confirmed address for this tab. */
export function confirmationOf(address: string): Host['confirmation'] {
  const key = `${PREFIX}confirmed`;
  let isConfirmed = attempt(() => sessionStorage.getItem(key)) === address;
  return {
    given: () => isConfirmed,
    give: () => {
      isConfirmed = true;
      attempt(() => sessionStorage.setItem(key, address));
    },
  };
}

function attempt<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

export const SCHEME_KEY = 'scheme';
export const SCHEMES: readonly Scheme[] = ['dark', 'light', 'system'];

export const schemeOf = (stored: string | null | undefined): Scheme =>
  SCHEMES.find((scheme) => scheme === stored) ?? 'dark';

export const storedScheme = (): Scheme => schemeOf(storage.read(SCHEME_KEY));

/** Removes all that the interface has stored in this browser, the login included. Nothing is stored until a reload. */
export function forgetStorage() {
  isForgotten = true;
  for (const area of [attempt(() => localStorage), attempt(() => sessionStorage)])
    for (const key of Object.keys(area ?? {})) if (key.startsWith(PREFIX)) attempt(() => area?.removeItem(key));
}
