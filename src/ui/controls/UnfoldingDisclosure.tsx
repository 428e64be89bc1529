import { useLayoutEffect, useRef } from 'react';
import { Disclosure, type DisclosureProps } from './Disclosure.tsx';

/** Unfolds when `open` becomes true. It never folds what somebody may be working in. */
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
