import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { sanitizeDisplayText } from '../../i18n/sanitizeDisplayText.ts';
import { blockAt, blocksOf, isLong, lengthOf, type Section } from './longListBlocks.ts';

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
  /** A row that is always rendered. */
  pinned: string | null;
}

/** Whether a row shows details, which would be closed if it was rendered again. */
const isOpened = (row: Element) => row.querySelector('[aria-expanded="true"]') !== null;

/**
 * Renders only the rows near the view. The others are text: the names, each at its place, for "find in page" and screen
 * readers. Focus and scrolling turn them into rows.
 */
export function LongList({ label, sections, nameOf, heading, row, pinned }: LongListProps) {
  const list = useRef<HTMLUListElement>(null);
  /** Indexes of the blocks in view; the first ones until the browser reports. */
  const [inView, setInView] = useState('0 1 2');
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const blocks = blocksOf(sections);
  const total = lengthOf(blocks);
  const windowed = isLong(total) && typeof IntersectionObserver !== 'undefined';
  const blockOf = (target: Element | null) => blockAt(blocks, Number(target?.getAttribute('aria-posinset')));
  // By id, because other operators add and delete rows above. Without a focus, it arrives at the first row.
  const focused = Math.max(
    0,
    blocks.findIndex(({ ids }) => focusedId !== null && ids.includes(focusedId)),
  );
  const focusedRow = (target: Element): string | null => {
    const block = blocks[blockOf(target)];
    return block?.ids[Number(target.getAttribute('aria-posinset')) - block.first] ?? null;
  };
  const isNear = (index: number) =>
    !windowed ||
    // The focus arrives at the ends from outside, and moves on from where it is.
    index === 0 ||
    index === blocks.length - 1 ||
    Math.abs(index - focused) <= 1 ||
    inView.split(' ').includes(`${index}`) ||
    (pinned !== null && blocks[index]?.ids.includes(pinned));
  const rendered = blocks.map(({ first }, index) => `${first} ${isNear(index)}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the observed elements change with the rendered rows.
  useEffect(() => {
    if (!windowed || !list.current) return;
    const visible = new Set<Element>();
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes)
          visible[isIntersecting || isOpened(target) ? 'add' : 'delete'](target);
        setInView([...new Set([...visible].map(blockOf))].join(' '));
      },
      // Rows are rendered before they scroll into view.
      { rootMargin: '300px 0px' },
    );
    for (const child of list.current.children) observer.observe(child);
    return () => observer.disconnect();
  }, [windowed, rendered]);
  return (
    <ul
      ref={list}
      aria-label={label}
      onFocus={({ target }) => {
        const row = target.closest('[aria-posinset]');
        setFocusedId(row && focusedRow(row));
      }}
    >
      {blocks.flatMap(({ group, ids, first }, index) =>
        [
          group !== blocks[index - 1]?.group && group !== '' && (
            <Fragment key={`group ${group}`}>{heading(group)}</Fragment>
          ),
          isNear(index) ? (
            ids.map((id, at) => <Fragment key={id}>{row(id, { position: first + at, total })}</Fragment>)
          ) : (
            <li key={first} className="row-far" aria-posinset={first} aria-setsize={total}>
              {ids.map((id) => sanitizeDisplayText(nameOf(id))).join('\n')}
            </li>
          ),
        ].flat(),
      )}
    </ul>
  );
}
