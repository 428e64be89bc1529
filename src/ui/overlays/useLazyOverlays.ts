import { useEffect, useState } from 'react';

type Overlays = typeof import('./muiOverlays.tsx');

/** The core that serves the interface may be restarting, which a dialog may have to report. */
const TRY_AGAIN_MS = 1000;

let loaded: Overlays | null = null;

export async function loadOverlays(): Promise<Overlays> {
  loaded ??= await import('./muiOverlays.tsx');
  return loaded;
}

export function useLazyOverlays(wanted: boolean): Overlays | null {
  const [used, setUsed] = useState<Overlays | null>(null);
  // Opens at once if MUI was loaded before.
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
