import { useEffect, useId, useSyncExternalStore } from 'react';

let said = '';
let mounted: readonly string[] = [];
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

const tell = () => {
  for (const listener of listeners) listener();
};

/**
 * Tells ears, politely, what eyes see change. The text comes translated. Answers how it is taken back: who reads on to the
 * end of the page would hear it again.
 */
export function announce(text: string): () => void {
  // The same words again are only heard when the text differs.
  const telling = text === said ? `${text}\u00A0` : text;
  said = telling;
  tell();
  return () => {
    if (said !== telling) return;
    said = '';
    tell();
  };
}

/**
 * Mounted once, outside of everything that comes and goes, and once in every dialog: an open dialog hides the rest of
 * the page from ears. The newest speaks.
 */
export function Announcer() {
  const id = useId();
  useEffect(() => {
    mounted = [...mounted, id];
    // What was said before a dialog opened is not said again in it.
    said = '';
    tell();
    return () => {
      mounted = mounted.filter((other) => other !== id);
      tell();
    };
  }, [id]);
  const text = useSyncExternalStore(subscribe, () => (mounted.at(-1) === id ? said : ''));
  return (
    <div className="visually-hidden" aria-live="polite">
      {text}
    </div>
  );
}
