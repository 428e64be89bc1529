import { Suspense, use } from 'react';
import { useSelector } from 'react-redux';
import { LazyPanelsContext } from '../streamInspector/LazyPanelsContext.tsx';
import type { WithNextChange } from './slice.ts';

/** Reserves one line while the next change loads, and for a null channel. Renders nothing without a schedule. */
export function NextChangePlace({ channel, plain = false }: { channel: string | null; plain?: boolean }) {
  const later = use(LazyPanelsContext);
  const isScheduled = useSelector(({ nextChange }: WithNextChange) => nextChange.isScheduled);
  if (!later || !isScheduled) return null;
  return (
    <span className="next-change dim small">
      <Suspense>{channel !== null && <later.NextChangeLine channel={channel} plain={plain} />}</Suspense>
    </span>
  );
}
