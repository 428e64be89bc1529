import { useEffect, useState } from 'react';

type Overlays = typeof import('./muiOverlays.tsx');

/** The core that serves the interface may be restarting, and a dialog may be what says so. */
const TRY_AGAIN_MS = 1000;

let loaded: Overlays | null = null;

export async function loadOverlays(): Promise<Overlays> {
  loaded ??= await import('./muiOverlays.tsx');
  return loaded;
}

/** What menus and dialogs are made of, from the first time it is wanted on; null until it is there. */
export function useLazyOverlays(wanted: boolean): Overlays | null {
  const [used, setUsed] = useState<Overlays | null>(null);
  // Without a round of its own when another has loaded it: what was pressed opens at once.
  const here = used ?? (wanted ? loaded : null);
  useEffect(() => {
    if (!wanted || used) return;
    let again: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    const load = () =>
      loadOverlays().then(
        (overlays) => {
          if (!gone) setUsed(overlays);
        },
        () => {
          if (!gone) again = setTimeout(load, TRY_AGAIN_MS);
        },
      );
    load();
    return () => {
      gone = true;
      clearTimeout(again);
    };
  }, [wanted, used]);
  return here;
}
