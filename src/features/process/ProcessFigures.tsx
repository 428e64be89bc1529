import { useTranslation } from 'react-i18next';
import type { ProcessState } from '../../core/answers/process.ts';
import { formatBytes, formatDuration, formatNumber } from '../../i18n/format.ts';
import { progressOf } from '../../media/progress.ts';
import { Figure, Figures } from '../../ui/Figure.tsx';
import { stateTone, stateWord } from '../../ui/state.tsx';

/** The figures of ffmpeg as they are, also of a process that is not settled yet. */
export function ProcessFigures({ state }: { state: ProcessState }) {
  const { t, i18n } = useTranslation();
  const number = (value: number, decimals = 0) => formatNumber(value, i18n.language, decimals);
  const progress = progressOf(state);
  const running = state.exec === 'running' ? (state.progress ?? null) : null;
  const of = (value: number | undefined, decimals = 0) => (value === undefined ? null : number(value, decimals));
  const memory = running ? formatBytes(state.memory_bytes, i18n.language) : null;
  return (
    <div className="boxed">
      <Figures>
        <Figure label={t('State')} value={t(stateWord(progress.state))} tone={stateTone(progress.state)} />
        <Figure label={t('Since')} value={formatDuration(state.runtime_seconds)} />
        <Figure label={t('Frames')} value={of(running?.frame)} />
        <Figure label={t('Frames/s')} value={of(running?.fps, 1)} />
        <Figure label={t('Speed')} value={running ? `${number(running.speed, 2)}×` : null} />
        <Figure label={t('Dropped')} value={of(running?.drop)} />
        <Figure label={t('Duplicated')} value={of(running?.dup)} />
        <Figure label={t('CPU')} value={running ? `${number(state.cpu_usage)} %` : null} />
        <Figure label={t('Memory')} value={memory?.figure ?? null} unit={memory?.unit ?? ''} />
      </Figures>
    </div>
  );
}
