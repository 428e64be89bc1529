import { useTranslation } from 'react-i18next';
import { formatCalmSpan, formatNumber, formatSpan, unitIn } from '../../../i18n/format.ts';
import { msg } from '../../../i18n/msg.ts';
import type { AvailabilityFact } from '../../../media/series/availabilityFacts.ts';
import { FIGURES, type FigureName } from '../../../media/series/figures.ts';
import { type HistoryPoint, type PointState, type Range, stateOfPoint } from '../../../media/series/historyPoints.ts';
import { SUBJECT_STATES } from '../../../media/series/sample.ts';
import type { TimeTexts } from './timeTexts.ts';

export const STATE_WORDS: Readonly<Record<PointState, string>> = {
  live: msg('Live'),
  waiting: msg('Waiting'),
  failing: msg('Failing'),
  stopped: msg('Stopped'),
  unseen: msg('No data'),
};

const LONG_S = 2 * 86_400;

export function useHistoryTexts() {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const spanText = (seconds: number) => (seconds < LONG_S ? formatSpan : formatCalmSpan)(seconds, language);

  const number = (name: FigureName, value: number) => {
    const { unit, decimals } = figureOf(name);
    return unit === '%'
      ? formatNumber(value / 100, language, decimals, 'percent')
      : formatNumber(value, language, decimals);
  };
  const figureText = (name: FigureName, value: number) => {
    const { unit } = figureOf(name);
    if (unit === '' || unit === '%') return number(name, value);
    return unit === '×' ? `${number(name, value)}×` : `${number(name, value)} ${unitIn(language, unit)}`;
  };
  const rangeText = (name: FigureName, { mean, min, max }: Range) => {
    const [least, most] = [number(name, min), number(name, max)];
    const value = figureText(name, mean);
    return least === most ? value : t('{{value}} ({{least}} to {{most}})', { value, least, most });
  };
  /** Includes the unit, because values in the table have none. */
  const figureLabel = (name: FigureName) => {
    const { label, unit } = figureOf(name);
    return unit === '' ? t(label) : `${t(label)} (${unitIn(language, unit)})`;
  };
  /** "Live", or "Failing 2 s, Live 58 s". */
  const stateText = (point: HistoryPoint) => {
    const { seconds } = point;
    const states = SUBJECT_STATES.filter((state) => (seconds?.[state] ?? 0) > 0);
    if (seconds === null || states.length < 2) return t(STATE_WORDS[stateOfPoint(point)]);
    return states.map((state) => `${t(STATE_WORDS[state])} ${spanText(seconds[state])}`).join(', ');
  };
  const pointText = (point: HistoryPoint, figures: readonly FigureName[]) =>
    [
      stateText(point),
      ...figures.flatMap((name) => {
        const range = point.figures[name];
        return range === undefined ? [] : [`${t(figureOf(name).label)} ${rangeText(name, range)}`];
      }),
    ].join(', ');
  return { spanText, number, figureText, rangeText, figureLabel, stateText, pointText };
}

const figureOf = (name: FigureName) => FIGURES.find((figure) => figure.name === name) ?? FIGURES[0];

export function useAvailabilityText(subject: 'core' | 'channel') {
  const { t, i18n } = useTranslation();
  const { spanText } = useHistoryTexts();
  const wentText = ({ share: part, outages: count, longestSeconds }: Extract<AvailabilityFact, { kind: 'live' }>) => {
    const share = formatNumber(part, i18n.language, part === 1 || part === 0 ? 0 : 2, 'percent');
    const longest = spanText(longestSeconds);
    if (subject === 'core')
      return count === 0
        ? t('The core responded {{share}} of the time, no outages.', { share })
        : t('The core responded {{share}} of the time, {{count}} outages, longest {{longest}}.', {
            share,
            longest,
            count,
            defaultValue_one: 'The core responded {{share}} of the time, {{count}} outage of {{longest}}.',
          });
    return count === 0
      ? t('Live {{share}} of the time, no outages.', { share })
      : t('Live {{share}} of the time, {{count}} outages, longest {{longest}}.', {
          share,
          longest,
          count,
          defaultValue_one: 'Live {{share}} of the time, {{count}} outage of {{longest}}.',
        });
  };
  return (fact: AvailabilityFact, { point }: TimeTexts): string => {
    switch (fact.kind) {
      case 'live':
        return wentText(fact);
      case 'stopped':
        return t('Stopped all this time, so there were no outages.');
      case 'waiting':
        return t('Waiting or stopped all this time, so there were no outages.');
      case 'unseen':
        return t('There is no data for {{span}}, because the agent was not running.', { span: spanText(fact.seconds) });
      case 'unseen-before':
        return t('There is no data before {{time}}.', { time: point(fact.time) });
      case 'all-unseen':
        return t('There is no data for this time, because the agent was not running.');
    }
  };
}
