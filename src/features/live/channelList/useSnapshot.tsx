import { useState } from 'react';
import { useSelector } from 'react-redux';
import { snapshotIn, type WithSnapshots } from './snapshotAddress.ts';

/** Attributes of an image of the newest snapshot; null without one. */
export function useSnapshot(channel: string): { src: string; onError: () => void } | null {
  const src = useSelector((state: WithSnapshots) => snapshotIn(state, channel));
  // The core may remove the snapshot between listing and request.
  const [broken, setBroken] = useState<string | null>(null);
  return src === null || src === broken ? null : { src, onError: () => setBroken(src) };
}
