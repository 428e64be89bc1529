import { type ReactNode, useId, useRef } from 'react';
import { useTop } from '../viewportHooks.ts';

interface CardProps {
  title?: string;
  /** Before the title. */
  sign?: ReactNode;
  /** Secondary words beside the title. */
  note?: string;
  /** Right of the title. */
  tools?: ReactNode;
  /** Above everything, e.g. a step line. */
  top?: ReactNode;
  /** Below, usually Actions; stays in view. */
  foot?: ReactNode;
  /** Content reaches the edges: rows, figures, a player. */
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

// With classes: a rule that asks for what stands beside or in something is asked anew whenever anything changes there.
const bodyClass = (flush: boolean, foot: ReactNode) =>
  ['card-body', ...(flush ? ['flush'] : []), ...(foot ? ['card-body-footed'] : [])].join(' ');

/** Things below each other; `form` keeps them at most 640 px wide. */
export function Stack({ form = false, children }: { form?: boolean; children: ReactNode }) {
  return <div className={form ? 'stack stack-form' : 'stack'}>{children}</div>;
}

/**
 * The subject of the screen with its companion: beside it from 1000 px on, below it on narrower screens. `below`: under
 * the subject, and on narrower screens the last. Beside each other, the subject is no higher than the window, if
 * possible: the bar at its end then covers nothing.
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
