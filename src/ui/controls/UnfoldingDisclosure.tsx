import { useLayoutEffect, useRef } from 'react';
import { Disclosure, type DisclosureProps } from './Disclosure.tsx';

/** Unfolds when `open` becomes true, but never folds, as the operator may be working inside. */
export function UnfoldingDisclosure({ open, ...folded }: DisclosureProps & { open: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const details = place.current?.querySelector('details');
    if (open && details) details.open = true;
  }, [open]);
  return (
    <div ref={place}>
      <Disclosure {...folded} />
    </div>
  );
}
