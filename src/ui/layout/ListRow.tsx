import { Fragment, type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { sanitizeDisplayText } from '../../i18n/sanitizeDisplayText.ts';
import { TruncatedName } from '../controls/TruncatedName.tsx';
import { type DrawingName, Icon } from '../look/icons.tsx';
import type { ColorTone } from '../look/palette.ts';

interface RowProps {
  icon?: DrawingName | ReactElement;
  title: string;
  /** The title is a sentence of ours: all of it is read. */
  told?: boolean;
  /** One line: state word with figure, or the last error. Of several parts those that do not fit are left out whole. */
  detail?: string | readonly string[];
  tone?: ColorTone;
  below?: ReactNode;
  /** Behind the detail: more of it. */
  beside?: ReactNode;
  /** Below all of it and as wide, in a place that is kept for it: how it went lately. The detail has that width as well. */
  across?: ReactNode;
  /** Switch, menu. */
  end?: ReactNode;
  /** It has just been saved: it comes into view, and the keyboard goes on from it. */
  landed?: boolean;
}

/** Characters: the reason of a failure may be longer than a name. */
const DETAIL = 500;

/** One of a list; stands in a List. */
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
}: RowProps) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!landed) return;
    row.current?.focus({ preventScroll: true });
    row.current?.scrollIntoView({ block: 'center' });
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
    <li ref={row} className={landed ? 'row row-landed' : 'row'} tabIndex={landed ? -1 : undefined}>
      {typeof icon === 'string' ? <Icon name={icon} /> : icon}
      <div className="row-text">
        {told ? (
          <p className="row-title">{sanitizeDisplayText(title, DETAIL)}</p>
        ) : (
          <TruncatedName of={title} className="row-title" />
        )}
        {across === undefined && lines}
      </div>
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

/** A line that can only be broken between its parts: the style sheet shows the first line of it. */
const inParts = (parts: readonly string[]) =>
  parts.map((part, index) => {
    const words = sanitizeDisplayText(part, DETAIL);
    return (
      <Fragment key={part}>
        {index > 0 && ' ·\u00a0'}
        {/* A line breaks after a hyphen, too. */}
        {words.includes('-') ? <span className="row-part">{words}</span> : words.replaceAll(' ', '\u00a0')}
      </Fragment>
    );
  });

export function List({ label, children }: { label: string; children: ReactNode }) {
  return <ul aria-label={label}>{children}</ul>;
}
