import { type FocusEvent, Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { sanitizeDisplayText } from '../../i18n/sanitizeDisplayText.ts';
import { blockAt, blocksOf, isLong, isNear, lengthOf, type Section } from './longListBlocks.ts';

/** The place of a row in a long list, of which not all rows are rendered. */
export interface RowPlace {
  position?: number;
  total?: number;
}

interface LongListProps {
  label: string;
  sections: readonly Section[];
  nameOf: (id: string) => string;
  heading: (group: string) => ReactNode;
  row: (id: string, place: RowPlace) => ReactNode;
  /** A row that is rendered wherever it is. */
  kept: string | null;
}

/** Until the browser reports what is in view. */
const FIRST_SEEN: readonly number[] = [0, 1, 2];
/** Rows are rendered before they scroll into view. */
const MARGIN = '300px 0px';

/**
 * Renders only the rows near the view. The others are text: the names, each at its place, for "find in page" and screen
 * readers. Focus and scrolling turn them into rows.
 */
export function LongList({ label, sections, nameOf, heading, row, kept }: LongListProps) {
  const list = useRef<HTMLUListElement>(null);
  const [seen, setSeen] = useState(FIRST_SEEN);
  const [focused, setFocused] = useState<number | null>(null);
  const blocks = blocksOf(sections);
  const total = lengthOf(blocks);
  const windowed = isLong(blocks) && typeof IntersectionObserver !== 'undefined';
  const near = blocks.map(
    ({ ids }, index) =>
      !windowed || isNear(index, blocks.length, focused, seen) || (kept !== null && ids.includes(kept)),
  );
  const firsts = blocks.map(({ first }) => first).join(' ');
  const rendered = near.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows have to be observed once others are rendered.
  useEffect(() => {
    if (!windowed || !list.current) return;
    const visible = new Set<number>();
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes) {
          const position = positionOf(target);
          if (position !== null) visible[isIntersecting ? 'add' : 'delete'](position);
        }
        const now = [...new Set([...visible].map((position) => blockAt(blocks, position)))];
        setSeen((before) => (now.toSorted().join() === [...before].sort().join() ? before : now));
      },
      { rootMargin: MARGIN },
    );
    for (const child of list.current.children) observer.observe(child);
    return () => observer.disconnect();
  }, [windowed, firsts, rendered]);
  const follow = ({ target }: FocusEvent) => {
    const position = positionOf(target.closest('[aria-posinset]'));
    if (position !== null) setFocused(blockAt(blocks, position));
  };
  return (
    <ul ref={list} aria-label={label} onFocus={follow}>
      {blocks.flatMap(({ group, ids, first, opens }, index) => [
        ...(opens && group !== '' ? [<Fragment key={`group ${group}`}>{heading(group)}</Fragment>] : []),
        ...(near[index]
          ? ids.map((id, at) => (
              <Fragment key={id}>{row(id, windowed ? { position: first + at, total } : {})}</Fragment>
            ))
          : [
              <li key={`far ${first}`} className="row-far" aria-posinset={first} aria-setsize={total}>
                {ids.map((id) => sanitizeDisplayText(nameOf(id))).join('\n')}
              </li>,
            ]),
      ])}
    </ul>
  );
}

const positionOf = (row: Element | null): number | null => Number(row?.getAttribute('aria-posinset')) || null;
