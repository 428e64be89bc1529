import { useTranslation } from 'react-i18next';
import type { FigureName } from '../../../media/series/figures.ts';
import type { HistoryPoint } from '../../../media/series/historyPoints.ts';
import { Dash } from '../../../ui/layout/Figures.tsx';
import type { TimeTexts } from './timeTexts.ts';
import { useHistoryTexts } from './useHistoryTexts.tsx';

interface HistoryTableProps {
  label: string;
  points: readonly HistoryPoint[];
  figures: readonly FigureName[];
  times: TimeTexts;
}

export function HistoryTable({ label, points, figures, times }: HistoryTableProps) {
  const { t } = useTranslation();
  const { stateText, rangeText, figureLabel } = useHistoryTexts();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to get into it
    <section className="history-table small" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Time')}</th>
            <th scope="col">{t('State')}</th>
            {figures.map((name) => (
              <th key={name} scope="col">
                {figureLabel(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.time}>
              <th scope="row">{times.point(point.time)}</th>
              <td>{stateText(point)}</td>
              {figures.map((name) => {
                const range = point.figures[name];
                return <td key={name}>{range === undefined ? <Dash /> : rangeText(name, range)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
