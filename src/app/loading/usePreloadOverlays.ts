import { useEffect } from 'react';
import { loadOverlays } from '../../ui/overlays/useLazyOverlays.ts';
import { idler, prefetch } from './prefetch.ts';

const AFTER_MS = 5000;

/** Preloads menus and dialogs, which an unreachable core could not deliver. */
export function usePreloadOverlays(): void {
  useEffect(() => {
    const timer = setTimeout(() => prefetch([loadOverlays], idler()), AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
}
