import type { MetricsAnswer } from '../../api/answers/sessionsMetricsAndFiles.ts';
import { CERTIFICATE_METRIC } from '../../api/coreExtensions.ts';

/** The certificate that a core has of its own. */
export interface Certificate {
  names: readonly string[];
  /** Unix time in ms. */
  endsAt: number;
}

/** null: it has none, or does not tell. */
export function certificateOf({ metrics }: MetricsAnswer): Certificate | null {
  const found = metrics.find(({ name }) => name === CERTIFICATE_METRIC);
  const seconds = found?.values[0]?.[1];
  if (found === undefined || seconds === undefined) return null;
  return { names: (found.labels.names ?? '').split(',').filter((name) => name !== ''), endsAt: seconds * 1000 };
}

/** Whether a browser takes it for a server of that name. A star stands for one part. */
export function covers({ names }: Certificate, host: string): boolean {
  const wanted = host.toLowerCase();
  const behindFirst = wanted.slice(wanted.indexOf('.'));
  return names
    .map((name) => name.toLowerCase())
    .some((name) => (name.startsWith('*.') ? behindFirst === name.slice(1) : wanted === name));
}

const DAY_MS = 86_400_000;

/** Whole days that it still counts; below zero once it has ended. */
export const daysLeft = ({ endsAt }: Certificate, now: number): number => Math.floor((endsAt - now) / DAY_MS);
