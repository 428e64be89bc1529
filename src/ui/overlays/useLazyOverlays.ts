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
  const overlays = used ?? (isNeeded ? loaded : null);
  useEffect(() => {
    if (!isNeeded || used) return;
    let retry: ReturnType<typeof setTimeout> | undefined;
    let isUnmounted = false;
    const load = () =>
      loadOverlays().then(
        (overlays) => {
          if (!isUnmounted) setUsed(overlays);
        },
        () => {
          if (!isUnmounted) retry = setTimeout(load, TRY_AGAIN_MS);
        },
      );
    load();
    return () => {
      isUnmounted = true;
      clearTimeout(retry);
    };
  }, [isNeeded, used]);
  return overlays;
}
