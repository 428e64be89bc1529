import { type ReactNode, useId, useRef } from 'react';
import { useTop } from '../viewportHooks.ts';

interface CardProps {
  title?: string;
  sign?: ReactNode;
  note?: string;
  tools?: ReactNode;
  top?: ReactNode;
  /** Usually `Actions`; sticky. */
  foot?: ReactNode;
  flush?: boolean;
  children: ReactNode;
}

export function Card({ title, sign, note, tools, top, foot, flush = false, children }: CardProps) {
  const id = useId();
  const headed = title !== undefined;
  return (
    <section className="card" {...(headed ? { 'aria-labelledby': id } : {})}>
      {top && <div className="card-head">{top}</div>}
      {headed && (
        <div className="card-head">
          <div>
            {sign}
            <h2 id={id}>{title}</h2>
            {note && <span className="dim small">{note}</span>}
          </div>
          {tools && <div className="card-tools">{tools}</div>}
        </div>
      )}
      <div className={bodyClass(flush, foot)}>{children}</div>
      {foot && <div className="card-foot actions-sticky">{foot}</div>}
    </section>
  );
}

// Uses classes, as sibling and :has() selectors are re-evaluated on every change.
const bodyClass = (flush: boolean, foot: ReactNode) =>
  ['card-body', ...(flush ? ['flush'] : []), ...(foot ? ['card-body-footed'] : [])].join(' ');

/** `form`: at most 640 px wide. */
export function Stack({ form = false, children }: { form?: boolean; children: ReactNode }) {
  return <div className={form ? 'stack stack-form' : 'stack'}>{children}</div>;
}

/**
 * Two columns from 1000 px. `below`: under `main`, and last on narrow screens. `main` fits the window if possible, so
 * that the sticky bar covers nothing.
 */
export function Columns({ main, side, below }: { main: ReactNode; side: ReactNode; below: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useTop(place);
  return (
    <div className="columns" ref={place}>
      {main}
      <div className="stack">{side}</div>
      {below}
    </div>
  );
}
