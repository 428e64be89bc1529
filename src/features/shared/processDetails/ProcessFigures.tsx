import { useTranslation } from 'react-i18next';
import type { ProcessState } from '../../../api/answers/process.ts';
import { formatBitrate, formatBytes, formatDuration, formatNumber } from '../../../i18n/format.ts';
import { progressOf, stateOf } from '../../../media/run/progress.ts';
import { StateChip } from '../../../ui/feedback/StateChip.tsx';
import { Figure, Figures } from '../../../ui/layout/Figures.tsx';

/** The figures of ffmpeg as they are, also of a process that is not settled yet; a bitrate of 0 is one it does not tell. */
export function ProcessFigures({ state }: { state: ProcessState }) {
  const { t, i18n } = useTranslation();
  const running = state.exec === 'running' ? (state.progress ?? null) : null;
  const of = (value: number | null | undefined, decimals = 0) =>
    value == null ? null : formatNumber(value, i18n.language, decimals);
  // 0: ffmpeg does not tell.
  const bitrate = running?.bitrate_kbit ? formatBitrate(running.bitrate_kbit, i18n.language) : null;
  const memory = running ? formatBytes(state.memory_bytes, i18n.language, 1024) : null;
  return (
    <div className="boxed">
      <StateChip
        state={stateOf(progressOf(state))}
        detail={state.runtime_seconds === null ? undefined : formatDuration(state.runtime_seconds, i18n.language)}
      />
      <Figures>
        <Figure label={t('Frames')} value={of(running?.frame)} />
        <Figure label={t('Frame rate')} unit={t('fps')} value={of(running?.fps, 1)} />
        <Figure label={t('Speed')} value={running && running.speed !== null ? `${of(running.speed, 2)}×` : null} />
        <Figure label={t('Bitrate')} value={bitrate?.figure ?? null} unit={bitrate?.unit ?? ''} />
        <Figure label={t('Quantizer')} value={of(running?.q, 1)} />
        <Figure label={t('Output time')} value={running ? formatDuration(running.time, i18n.language) : null} />
        <Figure label={t('Dropped')} value={of(running?.drop)} />
        <Figure label={t('Duplicated')} value={of(running?.dup)} />
        <Figure
          label={t('CPU')}
          value={running ? formatNumber(state.cpu_usage / 100, i18n.language, 0, 'percent') : null}
        />
        <Figure label={t('Memory')} value={memory?.figure ?? null} unit={memory?.unit ?? ''} />
      </Figures>
    </div>
  );
}
