import { useEffect, useState } from 'react';

export function Spinner() {
  return <span className="spinner" aria-hidden />;
}

/** Something that goes on until something else happens, in words. */
export function ProgressNote({ children }: { children: string }) {
  return (
    <div role="status" className="ongoing">
      <Spinner />
      <span>{children}</span>
    </div>
  );
}

/** Holds the place of what comes, height in px. */
export function Skeleton({ height }: { height: number }) {
  return <div className="skeleton" style={{ height }} aria-hidden />;
}

interface WaitingProps {
  /** What is waited for; said to ears after 1 s and shown after 5 s. */
  text: string;
  /** Height in px of what will stand here; without it a spinner turns. */
  height?: number;
}

/** Nothing for 300 ms, then a skeleton or a spinner, a progress line after 1 s, words after 5 s. */
export function WaitingNote({ text, height }: WaitingProps) {
  const visible = useDelayed(true, 300);
  const long = useDelayed(true, 1000);
  const veryLong = useDelayed(true, 5000);
  const shape = height === undefined ? <Spinner /> : <Skeleton height={height} />;
  return (
    <div role="status" className={height === undefined ? 'waiting' : 'waiting-shape'} style={{ minHeight: height }}>
      {long && <div className="progress-line" aria-hidden />}
      {visible && shape}
      {long && <span className={veryLong ? undefined : 'visually-hidden'}>{text}</span>}
    </div>
  );
}

/** True once `active` has held for `ms`; false at once when it ends. */
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
