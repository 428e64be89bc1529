import { useEffect } from 'react';
import { loadOverlays } from '../../ui/overlays/useLazyOverlays.ts';
import { idler, prefetch } from './prefetch.ts';

/** By then the channel plays. */
const AFTER_MS = 5000;

/** Menus then open at once, and a dialog that says that the core is away need not be fetched from it. */
export function usePreloadOverlays(): void {
  useEffect(() => {
    const timer = setTimeout(() => prefetch([loadOverlays], idler()), AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
}
