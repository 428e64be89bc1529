import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FIGURES, type FigureName } from '../../../media/series/figures.ts';
import type { HistoryMark } from '../../../media/series/historyMarks.ts';
import {
  chartColumns,
  type HistoryPoint,
  nearestPoint,
  type StateRun,
  secondsInStates,
  stateRuns,
} from '../../../media/series/historyPoints.ts';
import type { SpanKind } from '../../../media/series/historySpan.ts';
import type { TimeSpan } from '../../../media/series/resolutions.ts';
import { SUBJECT_STATES } from '../../../media/series/sample.ts';
import { timeTicks } from '../../../media/series/timeAxis.ts';
import { CHART_INSET, FigureChart } from '../../../ui/chart/FigureChart.tsx';
import { announce } from '../../../ui/feedback/Announcer.tsx';
import { useNarrowViewport } from '../../../ui/viewportHooks.ts';
import type { TimeTexts } from './timeTexts.ts';
import { STATE_WORDS, useHistoryTexts } from './useHistoryTexts.tsx';

interface HistoryChartsProps {
  /** Name of the subject, for screen readers. */
  name: string;
  kind: SpanKind;
  span: TimeSpan;
  points: readonly HistoryPoint[];
  figures: readonly FigureName[];
  marks: readonly HistoryMark[];
  times: TimeTexts;
}

/** The cursor is announced only after it has rested for this long. */
const REST_MS = 500;
const MARKS = { narrow: 4, wide: 9 };
const PAGE = 10;

export function HistoryCharts({ name, kind, span, points, figures, marks, times }: HistoryChartsProps) {
  const { t } = useTranslation();
  const { pointText, number, figureLabel } = useHistoryTexts();
  const narrow = useNarrowViewport();
  const place = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<{ time: number; by: 'key' | 'pointer' } | null>(null);
  const at = cursor === null ? null : nearestPoint(points, cursor.time);
  const point = at === null ? undefined : points[at];
  const timeText = point === undefined ? '' : times.point(point.time);
  const reading = point === undefined ? '' : `${timeText}: ${pointText(point, figures)}`;
  const isByKey = cursor?.by === 'key';
  useEffect(() => {
    if (!isByKey || reading === '') return;
    const timer = setTimeout(() => announce(reading), REST_MS);
    return () => clearTimeout(timer);
  }, [isByKey, reading]);

  const moveTo = (to: number, by: 'key' | 'pointer') => {
    const found = points[Math.max(0, Math.min(points.length - 1, to))];
    if (found !== undefined) setCursor({ time: found.time, by });
  };
  const last = points.findLastIndex(({ seconds }) => seconds !== null);
  const onKeyDown = (event: KeyboardEvent) => {
    const from = at ?? last;
    const steps: Readonly<Record<string, number>> = {
      ...{ ArrowLeft: from - 1, ArrowDown: from - 1, ArrowRight: from + 1, ArrowUp: from + 1 },
      ...{ PageDown: from - PAGE, PageUp: from + PAGE, Home: 0, End: last < 0 ? points.length - 1 : last },
    };
    const to = steps[event.key];
    if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    moveTo(to, 'key');
  };
  const onPointer = ({ clientX }: PointerEvent) => {
    const box = place.current?.getBoundingClientRect();
    if (!box || box.width <= CHART_INSET.left + CHART_INSET.right) return;
    const part = (clientX - box.left - CHART_INSET.left) / (box.width - CHART_INSET.left - CHART_INSET.right);
    const found = nearestPoint(points, span.from + part * (span.to - span.from));
    if (found !== null) moveTo(found, 'pointer');
  };
  const ticks = timeTicks(kind, span, narrow ? MARKS.narrow : MARKS.wide);
  return (
    <>
      <p className="history-reading">
        {reading === '' ? <span className="dim">{t('Point at the chart, or use the arrow keys.')}</span> : reading}
      </p>
      <div
        ref={place}
        className="history-charts"
        role="slider"
        tabIndex={0}
        aria-label={t('History of {{name}}', { name })}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, points.length - 1)}
        aria-valuenow={at ?? Math.max(0, last)}
        aria-valuetext={timeText === '' ? times.title : timeText}
        onKeyDown={onKeyDown}
        onFocus={() => at === null && last >= 0 && moveTo(last, 'key')}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
      >
        <Lane runs={stateRuns(points)} span={span} />
        {marks.length > 0 && <MarkLane marks={marks} span={span} />}
        {figures.map((figure) => (
          <div key={figure}>
            <p className="history-head small dim">{figureLabel(figure)}</p>
            <FigureChart
              {...span}
              columns={chartColumns(points, figure)}
              ticks={ticks}
              tickText={times.tick}
              valueText={(value) => axisText(figure, value, number)}
            />
          </div>
        ))}
        {point !== undefined && <Cursor span={span} time={(point.time + point.end) / 2} />}
      </div>
      <Legend points={points} />
    </>
  );
}

/** Leaves fractional axis labels of integer figures blank, because rounding would repeat a label. */
function axisText(figure: FigureName, value: number, number: (name: FigureName, value: number) => string) {
  const decimals = FIGURES.find(({ name }) => name === figure)?.decimals ?? 0;
  return decimals > 0 || Number.isInteger(value) ? number(figure, value) : '';
}

/** In percent of the plotted span. */
const placeOf = ({ from, to }: TimeSpan, start: number, end: number) => {
  const share = (time: number) => (Math.min(to, Math.max(from, time)) - from) / (to - from);
  return { left: `${share(start) * 100}%`, width: `${(share(end) - share(start)) * 100}%` };
};

function Lane({ runs, span }: { runs: readonly StateRun[]; span: TimeSpan }) {
  return (
    <div className="history-lane">
      <div className="history-strip" data-lane="states">
        {runs.map(({ state, from, to }) => (
          <span key={from} data-strip={state} style={placeOf(span, from, to)} />
        ))}
      </div>
    </div>
  );
}

function MarkLane({ marks, span }: { marks: readonly HistoryMark[]; span: TimeSpan }) {
  return (
    <div className="history-lane">
      <div className="history-strip" data-lane="marks">
        {marks.map(({ from, to, severity, label }) => (
          <span key={`${from} ${label}`} data-strip={severity} style={placeOf(span, from, to ?? span.to)} />
        ))}
      </div>
    </div>
  );
}

function Cursor({ span: { from, to }, time }: { span: TimeSpan; time: number }) {
  const { left, right } = CHART_INSET;
  const part = Math.min(1, Math.max(0, (time - from) / (to - from)));
  return <div className="history-cursor" style={{ left: `calc(${left}px + ${part} * (100% - ${left + right}px))` }} />;
}

function Legend({ points }: { points: readonly HistoryPoint[] }) {
  const { t } = useTranslation();
  const { spanText } = useHistoryTexts();
  const seconds = secondsInStates(points);
  const isUnseen = points.some((point) => point.seconds === null);
  return (
    <ul className="history-legend small" aria-label={t('State')}>
      {SUBJECT_STATES.filter((state) => seconds[state] > 0).map((state) => (
        <li key={state}>
          <span className="history-key" data-strip={state} aria-hidden />
          {t(STATE_WORDS[state])} <span className="dim">{spanText(seconds[state])}</span>
        </li>
      ))}
      {isUnseen && (
        <li>
          <span className="history-key" data-strip="unseen" aria-hidden />
          {t(STATE_WORDS.unseen)}
        </li>
      )}
    </ul>
  );
}
