import { useEffect, useState } from 'react';

export function Spinner() {
  return <span className="spinner" aria-hidden />;
}

export function ProgressNote({ children }: { children: string }) {
  return (
    <div role="status" className="ongoing">
      <Spinner />
      <span>{children}</span>
    </div>
  );
}

export function Skeleton({ height }: { height: number | string }) {
  return <div className="skeleton" style={{ height }} aria-hidden />;
}

interface WaitingProps {
  text: string;
  /** Height of the coming content, in px if a number; without it, a spinner is shown. */
  height?: number | string;
}

/** Nothing for 300 ms, then a skeleton or spinner, a progress line after 1 s, the text after 5 s. */
export function WaitingNote({ text, height }: WaitingProps) {
  const visible = useDelayed(true, 300);
  const isLong = useDelayed(true, 1000);
  const veryLong = useDelayed(true, 5000);
  const shape = height === undefined ? <Spinner /> : <Skeleton height={height} />;
  return (
    <div role="status" className={height === undefined ? 'waiting' : 'waiting-shape'} style={{ minHeight: height }}>
      {isLong && <div className="progress-line" aria-hidden />}
      {visible && shape}
      {isLong && <span className={veryLong ? undefined : 'visually-hidden'}>{text}</span>}
    </div>
  );
}

export function useDelayed(active: boolean, ms: number): boolean {
  const [due, setDue] = useState(false);
  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => setDue(true), ms);
    return () => {
      clearTimeout(timer);
      setDue(false);
    };
  }, [active, ms]);
  return active && due;
}
