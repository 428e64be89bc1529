type Guard = (go: () => void) => void;

let guards: readonly Guard[] = [];

/** Lets `guard` decide about leaving until the returned function is called. */
export function guardLeaving(guard: Guard): () => void {
  guards = [...guards, guard];
  return () => {
    guards = guards.filter((other) => other !== guard);
  };
}

/** Runs an action without an address, such as the logout, after confirmation if a form is changed. */
export function leave(go: () => void) {
  const confirmLeave = guards.at(-1);
  if (confirmLeave) confirmLeave(go);
  else go();
}

export const isUnsaved = (): boolean => guards.length > 0;
