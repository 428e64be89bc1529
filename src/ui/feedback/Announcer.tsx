import { useEffect, useId, useSyncExternalStore } from 'react';

let message = '';
let mounted: readonly string[] = [];
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

const update = () => {
  for (const listener of listeners) listener();
};

/** Announces a text to screen readers. The returned function removes it, as it could be read again later. */
export function announce(text: string): () => void {
  // Screen readers only read a repeated text if it differs.
  const telling = text === message ? `${text}\u00A0` : text;
  message = telling;
  update();
  return () => {
    if (message !== telling) return;
    message = '';
    update();
  };
}

/** Mounted at the root and in each dialog, as an open dialog hides the rest of the page. The newest is used. */
export function Announcer() {
  const id = useId();
  useEffect(() => {
    mounted = [...mounted, id];
    // Avoids repeating an earlier announcement in a new dialog.
    message = '';
    update();
    return () => {
      mounted = mounted.filter((other) => other !== id);
      update();
    };
  }, [id]);
  const text = useSyncExternalStore(subscribe, () => (mounted.at(-1) === id ? message : ''));
  return (
    <div className="visually-hidden" aria-live="polite">
      {text}
    </div>
  );
}
