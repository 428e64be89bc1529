import { useSyncExternalStore } from 'react';

let said = '';
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Tells ears, politely, what eyes see change. The text comes translated. */
export function announce(text: string) {
  // The same words again are only heard when the text differs.
  said = text === said ? `${text}\u00A0` : text;
  for (const listener of listeners) listener();
}

/** Mounted once, outside of everything that comes and goes. */
export function Announcer() {
  const text = useSyncExternalStore(subscribe, () => said);
  return (
    <div className="unseen" aria-live="polite">
      {text}
    </div>
  );
}
