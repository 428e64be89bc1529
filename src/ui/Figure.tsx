import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ColorTone } from './tokens.ts';

/** The figures of one thing, in a row that wraps. */
export function Figures({ children }: { children: ReactNode }) {
  return <dl className="figures">{children}</dl>;
}

interface FigureProps {
  label: string;
  /** Formatted; null is what nobody knows, shown as a dash. */
  value: string | null;
  unit?: string;
  tone?: ColorTone | undefined;
  /** How it is counted, or what it is made of. */
  note?: string;
  /** The last values, oldest first, null where none was known. */
  history?: readonly (number | null)[];
}

export function Figure({ label, value, unit, tone, note, history }: FigureProps) {
  const { t } = useTranslation();
  return (
    <div className="figure">
      <dt>{label}</dt>
      <dd className={tone && value !== null ? `tone-${tone}` : undefined}>
        {value ?? (
          <span className="dim" role="img" aria-label={t('Unknown')}>
            –
          </span>
        )}
        {unit && value !== null && <span className="figure-unit"> {unit}</span>}
      </dd>
      {note && <dd className="figure-note">{note}</dd>}
      {history && (
        <dd className="figure-past" aria-hidden>
          <Sparkline values={history} />
        </dd>
      )}
    </div>
  );
}

const HEIGHT = 22;

/** Points of a line in a box of 100 x 22, one list for each run of known values. */
export function sparkRuns(values: readonly (number | null)[]): string[] {
  const known = values.filter((value) => value !== null);
  const low = Math.min(...known);
  // A steady value is a line in the middle, not noise blown up to full height.
  const span = Math.max(Math.max(...known) - low, Math.abs(low) * 0.1, 1e-9);
  const middle = (Math.max(...known) + low) / 2;
  const runs: string[][] = [[]];
  values.forEach((value, i) => {
    if (value === null) {
      runs.push([]);
      return;
    }
    const x = values.length < 2 ? 0 : (i / (values.length - 1)) * 100;
    const y = HEIGHT / 2 - ((value - middle) / span) * (HEIGHT - 4);
    runs.at(-1)?.push(`${x.toFixed(1)},${y.toFixed(1)}`);
  });
  return runs.filter((run) => run.length > 1).map((run) => run.join(' '));
}

function Sparkline({ values }: { values: readonly (number | null)[] }) {
  return (
    <svg className="spark" viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      <path
        d={sparkRuns(values)
          .map((points) => `M${points}`)
          .join('')}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
