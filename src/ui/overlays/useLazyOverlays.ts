import { useEffect, useState } from 'react';

type Overlays = typeof import('./muiOverlays.tsx');

/** The core that serves the interface may be restarting, which a dialog may have to report. */
const TRY_AGAIN_MS = 1000;

let loaded: Overlays | null = null;

export async function loadOverlays(): Promise<Overlays> {
  loaded ??= await import('./muiOverlays.tsx');
  return loaded;
}

export function useLazyOverlays(isNeeded: boolean): Overlays | null {
  const [used, setUsed] = useState<Overlays | null>(null);
  // Opens at once if MUI was loaded before.
  const here = used ?? (isNeeded ? loaded : null);
  useEffect(() => {
    if (!isNeeded || used) return;
    let again: ReturnType<typeof setTimeout> | undefined;
    let isUnmounted = false;
    const load = () =>
      loadOverlays().then(
        (overlays) => {
          if (!isUnmounted) setUsed(overlays);
        },
        () => {
          if (!isUnmounted) again = setTimeout(load, TRY_AGAIN_MS);
        },
      );
    load();
    return () => {
      isUnmounted = true;
      clearTimeout(again);
    };
  }, [isNeeded, used]);
  return here;
}
