import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { formatNumber, formatRate, formatSpan } from '../../../i18n/format.ts';
import { sanitizeDisplayText } from '../../../i18n/sanitizeDisplayText.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { GRAPH_S, type GraphLine, graphLineOf, graphRowsOf, type Values } from '../../../media/timeline/graph.ts';
import { Disclosure } from '../../../ui/controls/Disclosure.tsx';
import { Dash } from '../../../ui/layout/Figures.tsx';
import type { WithChannels } from '../channel/slice.ts';
import { trailIn } from '../ingest/selectors.ts';
import type { WithIngest } from '../ingest/slice.ts';
import { Bar } from './HealthBar.tsx';
import type { WithHistory } from './slice.ts';
import { namesIn } from './slice.ts';

const bitrateTrail = trailIn('bitrate');
const fpsTrail = trailIn('fps');

export function BitrateAndFpsGraph({ channel }: { channel: string }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const bitrate = useSelector((state: WithIngest) => bitrateTrail(state));
  const fps = useSelector((state: WithIngest) => fpsTrail(state));
  const bars = useSelector(({ timeline: history }: WithHistory) => history.bars);
  const frames = (value: number) => t('{{n}} fps', { n: formatNumber(value, language) });
  const spanOf = ({ range }: GraphLine, written: (value: number) => string) => {
    if (range === null) return t('Collecting …');
    const [least, most] = [written(range.low), written(range.high)];
    return least === most ? least : t('{{least}} to {{most}}', { least, most });
  };
  const bitrateLine = graphLineOf(bitrate, BANDS.bitrate.height);
  const fpsLine = graphLineOf(fps, BANDS.fps.height);
  const bitrateSaid = spanOf(bitrateLine, (kbit) => formatRate(kbit, language));
  const fpsSaid = spanOf(fpsLine, frames);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // `scrollIntoView` returns a promise in newer browsers, which is no valid cleanup.
    root.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div className="graph small" ref={root}>
      <p className="graph-head" aria-hidden>
        <Key of="bitrate" name={t('Bitrate')} said={bitrateSaid} />
        <Key of="fps" name={t('Frame rate')} said={fpsSaid} />
      </p>
      <svg
        className="graph-lines"
        width="100%"
        height={HEIGHT}
        viewBox={`0 0 ${GRAPH_S} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={[
          t('{{name}}, last 5 minutes: {{said}}', { name: t('Bitrate'), said: bitrateSaid }),
          t('{{name}}, last 5 minutes: {{said}}', { name: t('Frame rate'), said: fpsSaid }),
        ].join(' · ')}
      >
        <Line of="bitrate" line={bitrateLine} />
        <Line of="fps" line={fpsLine} />
      </svg>
      <div>
        <p className="graph-head">{t('Drops')}</p>
        <div className="health-place">
          <Bar bar={bars.source ?? ''} name={t('Drops')} />
        </div>
      </div>
      <p className="bar-ends dim" aria-hidden>
        <span>{t('{{n}} min ago', { n: GRAPH_S / 60 })}</span>
        <span>{t('now')}</span>
      </p>
      <Disclosure summary={t('As a table')}>
        <Table channel={channel} bitrate={bitrate} fps={fps} bars={bars} frames={frames} />
      </Disclosure>
    </div>
  );
}

const BANDS = { bitrate: { top: 0, height: 72 }, fps: { top: 84, height: 36 } } as const;

const HEIGHT = BANDS.fps.top + BANDS.fps.height;

type Lines = keyof typeof BANDS;

const Key = ({ of, name, said }: { of: Lines; name: string; said: string }) => (
  <span>
    <span className={`graph-key graph-${of}`} /> {name} <span className="dim tabular">{said}</span>
  </span>
);

function Line({ of, line: { runs, bridges } }: { of: Lines; line: GraphLine }) {
  const pathOf = (parts: readonly string[]) => parts.map((points) => `M${points}`).join('');
  return (
    <g className={`graph-${of}`} transform={`translate(0 ${BANDS[of].top})`}>
      <path className="graph-zero" d={`M0,${BANDS[of].height}H${GRAPH_S}`} vectorEffect="non-scaling-stroke" />
      <path className="graph-bridge" d={pathOf(bridges)} vectorEffect="non-scaling-stroke" />
      <path d={pathOf(runs)} vectorEffect="non-scaling-stroke" />
    </g>
  );
}

interface TableProps {
  channel: string;
  bitrate: Values;
  fps: Values;
  bars: Readonly<Record<string, string>>;
  frames: (value: number) => string;
}

function Table({ channel, bitrate, fps, bars, frames }: TableProps) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const names = useSelector((state: WithHistory & WithChannels) => namesIn(state, channel, t), sameJson);
  const nameOf = (of: string) => (of === 'source' ? t('Source') : sanitizeDisplayText(names[of] ?? ''));
  return (
    <table className="graph-table">
      <thead>
        <tr>
          <th scope="col">{t('Time')}</th>
          <th scope="col">{t('Bitrate')}</th>
          <th scope="col">{t('Frame rate')}</th>
          <th scope="col">{t('Drops')}</th>
        </tr>
      </thead>
      <tbody>
        {graphRowsOf(bitrate, fps, bars).map((row) => (
          <tr key={row.ago}>
            <th scope="row">{t('{{time}} ago', { time: formatSpan(row.ago, language) })}</th>
            <td>{row.bitrate === null ? <Dash /> : formatRate(row.bitrate, language)}</td>
            <td>{row.fps === null ? <Dash /> : frames(row.fps)}</td>
            <td>{row.dropped === null ? <Dash /> : row.dropped.map(nameOf).join(', ') || t('none')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
