import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { formatSpan } from '../../../i18n/format.ts';
import { secondsIn } from '../../../media/timeline/healthBar.ts';
import type { WithHistory } from './slice.ts';

const TONES: Readonly<Record<string, string>> = { g: 'tone-accent', a: 'tone-warning', r: 'tone-error' };
const FAINT = 0.25;
const HEIGHT = 6;

const runsOf = (bar: string) =>
  [...bar.matchAll(/(.)\1*/g)].map(({ 0: run, index }) => ({ tone: TONES[run.charAt(0)], index, run }));

/** Five minutes in pieces of ten seconds. Empty without any observation. */
export function HealthBar({ of, name }: { of: string; name: string }) {
  return <Bar bar={useSelector(({ timeline: history }: WithHistory) => history.bars[of] ?? '')} name={name} />;
}

export function Bar({ bar, name }: { bar: string; name: string }) {
  const { t, i18n } = useTranslation();
  if (!/[gar]/.test(bar)) return null;
  const { good, poor, bad, unknown } = secondsIn(bar);
  const span = (seconds: number) => formatSpan(seconds, i18n.language);
  const summary = [
    ...(bad > 0 ? [t('failing {{length}}', { length: span(bad) })] : []),
    ...(poor > 0 ? [t('impaired {{length}}', { length: span(poor) })] : []),
    ...(good > 0 ? [t('healthy {{length}}', { length: span(good) })] : []),
    ...(unknown > 0 ? [t('not known {{length}}', { length: span(unknown) })] : []),
  ].join(', ');
  const label = t('{{name}}, last 5 minutes: {{said}}', { name, said: summary });
  return (
    <svg
      display="block"
      width="100%"
      height={HEIGHT}
      viewBox={`0 ${-HEIGHT / 2} ${bar.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {runsOf(bar).map(({ tone, index, run }, order) => (
        // A line, because its ends are no style, unlike the width of a rectangle.
        <line
          // biome-ignore lint/suspicious/noArrayIndexKey: runs move with time, which must not create their elements anew
          key={order}
          className={tone ?? 'dim'}
          stroke="currentColor"
          strokeWidth={HEIGHT}
          opacity={tone ? 1 : FAINT}
          x1={index}
          x2={index + run.length}
        />
      ))}
    </svg>
  );
}
