import { useTranslation } from 'react-i18next';
import { shallowEqual, useSelector } from 'react-redux';
import { formatBitrate, formatNumber, formatUptime, unitIn } from '../../../i18n/format.ts';
import { frameRateTone, type Tone } from '../../../media/run/progress.ts';
import { Figure, Figures } from '../../../ui/layout/Figures.tsx';
import {
  bitrateIn,
  fpsIn,
  isCatchingUpIn,
  publishedIn,
  speedIn,
  speedToneIn,
  viewersIn,
  wantedFpsIn,
  watchedIn,
} from '../ingest/selectors.ts';
import type { WithIngest } from '../ingest/slice.ts';
import { shownUptimeIn, type WithVerdicts } from '../verdict/slice.ts';

/** One component per figure, so that only changed ones render. */
export function StreamFigures({ channel }: { channel: string }) {
  return (
    <Figures>
      <Uptime channel={channel} />
      <Bitrate />
      <FrameRate />
      <Speed />
      <Viewers />
      <Bandwidth />
    </Figures>
  );
}

const tones: Record<Tone, 'warning' | 'error' | undefined> = { normal: undefined, warning: 'warning', danger: 'error' };

function Uptime({ channel }: { channel: string }) {
  const { t, i18n } = useTranslation();
  const span = useSelector((state: WithVerdicts) => spanOf(shownUptimeIn(state, channel), i18n.language), shallowEqual);
  return <Figure label={t('Uptime')} value={span?.figure ?? null} unit={span?.unit ?? ''} />;
}

const spanOf = (seconds: number | null, language: string) =>
  seconds === null ? null : formatUptime(seconds, language);

function Bitrate() {
  const { t, i18n } = useTranslation();
  const kbit = useSelector(bitrateIn);
  const amount = kbit === null ? null : formatBitrate(kbit, i18n.language);
  return <Figure label={t('Bitrate')} value={amount?.figure ?? null} unit={amount?.unit ?? ''} />;
}

function FrameRate() {
  const { t, i18n } = useTranslation();
  const fps = useSelector(fpsIn);
  const targetFps = useSelector(wantedFpsIn);
  const tone = useSelector(speedToneIn);
  const figure = (value: number) => formatNumber(value, i18n.language, 0);
  return (
    <Figure
      label={t('Frame rate')}
      unit={targetFps === null ? t('fps') : t('of {{wanted}} fps', { wanted: figure(targetFps) })}
      value={fps === null ? null : figure(fps)}
      tone={fps === null || tone === null ? undefined : tones[frameRateTone(Math.round(fps), tone)]}
    />
  );
}

function Speed() {
  const { t, i18n } = useTranslation();
  const speed = useSelector(speedIn);
  const tone = useSelector(speedToneIn);
  const catchingUp = useSelector(isCatchingUpIn);
  return (
    <Figure
      label={t('Speed')}
      value={speed === null ? null : catchingUp ? '>1×' : `${formatNumber(speed, i18n.language, 2)}×`}
      unit={catchingUp ? t('catching up') : ''}
      tone={tone === null ? undefined : tones[tone]}
    />
  );
}

function Viewers() {
  const { t, i18n } = useTranslation();
  const viewers = useSelector(viewersIn);
  const edges = useSelector(({ ingest }: WithIngest) => ingest.edgeAudience);
  return (
    <Figure
      label={t('Viewers')}
      value={viewers === null ? null : formatNumber(viewers, i18n.language)}
      note={
        edges === null
          ? t('without this server and its preview')
          : edges.answered === edges.edges
            ? t('sum of the edges')
            : t('{{n}} of {{m}} edges respond', { n: edges.answered, m: edges.edges })
      }
    />
  );
}

function Bandwidth() {
  const { t, i18n } = useTranslation();
  const watched = useSelector(watchedIn);
  const published = useSelector(publishedIn);
  const amount = watched === null || published === null ? null : formatBitrate(watched + published, i18n.language);
  return (
    <Figure
      label={t('Bandwidth out')}
      value={amount?.figure ?? null}
      unit={amount?.unit ?? ''}
      note={t('publications {{n}}, viewers {{m}}', {
        n: partOf(published, amount?.unit, i18n.language),
        m: partOf(watched, amount?.unit, i18n.language),
      })}
    />
  );
}

/** Formats a part of a bandwidth in the unit of the total. */
function partOf(kbit: number | null, unit: string | undefined, language: string): string {
  if (kbit === null || unit === undefined) return '–';
  const inMbit = unit === unitIn(language, 'Mbit/s') && kbit > 0;
  return formatNumber(inMbit ? kbit / 1000 : kbit, language, inMbit ? 2 : 0);
}
