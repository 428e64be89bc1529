import { Fragment, type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { sanitizeDisplayText } from '../../i18n/sanitizeDisplayText.ts';
import { TruncatedName } from '../controls/TruncatedName.tsx';
import { type DrawingName, Icon } from '../look/icons.tsx';
import type { ColorTone } from '../look/palette.ts';
import type { RowPlace } from './LongList.tsx';

interface RowProps extends RowPlace {
  icon?: DrawingName | ReactElement;
  title: string;
  /** The title is one of our sentences, so it wraps instead of being truncated. */
  told?: boolean;
  /** State with a figure, or the last error. Parts that do not fit are omitted as a whole. */
  detail?: string | readonly string[];
  tone?: ColorTone;
  below?: ReactNode;
  beside?: ReactNode;
  /** Full width, in reserved space: recent history. The detail then has the full width, too. */
  across?: ReactNode;
  end?: ReactNode;
  /** It was just saved: scrolls into view and gets the focus. */
  landed?: boolean;
}

/** Characters: failure reasons may be longer than names. */
const DETAIL = 500;

export function ListRow({
  icon,
  title,
  told = false,
  detail,
  tone = 'neutral',
  below,
  beside,
  across,
  end,
  landed = false,
  position,
  total,
}: RowProps) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!landed) return;
    row.current?.focus({ preventScroll: true });
    // In the frame after the list is drawn: together, growing and scrolling count as a shift of what is around it.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => row.current?.scrollIntoView({ block: 'center' }));
    });
    return () => cancelAnimationFrame(frame);
  }, [landed]);
  const lines = (
    <>
      {detail && (
        <div
          className={`row-detail ${typeof detail === 'string' ? '' : 'row-parts'} tone-${tone}`}
          title={sanitizeDisplayText(typeof detail === 'string' ? detail : detail.join(' · '), DETAIL)}
        >
          {typeof detail === 'string' ? sanitizeDisplayText(detail, DETAIL) : inParts(detail)}
        </div>
      )}
      {beside}
      {below}
    </>
  );
  return (
    <li
      ref={row}
      className={landed ? 'row row-landed' : 'row'}
      tabIndex={landed ? -1 : undefined}
      aria-posinset={position}
      aria-setsize={total}
    >
      {typeof icon === 'string' ? <Icon name={icon} /> : icon}
      {across === undefined ? (
        <div className="row-text">
          {told ? (
            <p className="row-title">{sanitizeDisplayText(title, DETAIL)}</p>
          ) : (
            <TruncatedName of={title} className="row-title" />
          )}
          {lines}
        </div>
      ) : (
        <TruncatedName of={title} className="row-text row-title" />
      )}
      {end}
      {across !== undefined && (
        <div className="row-across">
          <div className="row-lines">{lines}</div>
          {across}
        </div>
      )}
    </li>
  );
}

/** Prevents line breaks within parts, as the style sheet only shows the first line. */
const inParts = (parts: readonly string[]) =>
  parts.map((part, index) => {
    const words = sanitizeDisplayText(part, DETAIL);
    return (
      <Fragment key={part}>
        {index > 0 && ' ·\u00a0'}
        {/* Lines also break after a hyphen. */}
        {words.includes('-') ? <span className="row-part">{words}</span> : words.replaceAll(' ', '\u00a0')}
      </Fragment>
    );
  });

export function List({ label, children }: { label: string; children: ReactNode }) {
  return <ul aria-label={label}>{children}</ul>;
}
