import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import type { ProcessReport, ProcessState } from '../../../api/answers/process.ts';
import { egressOf } from '../../../api/processIds.ts';
import {
  clockOf,
  formatBitrate,
  formatBytes,
  formatDuration,
  formatMoment,
  formatNumber,
} from '../../../i18n/format.ts';
import type { RunAnalysis } from '../../../media/diagnosis/diagnoseFailure.ts';
import { stripLogPrefix } from '../../../media/diagnosis/processFailure.ts';
import { hideIn } from '../../../media/masking/mask.ts';
import type { MaskedText } from '../../../media/masking/maskedText.ts';
import { maskOfProcess } from '../../../media/masking/maskProcessSecrets.ts';
import { progressOf, stateOf } from '../../../media/run/progress.ts';
import { CopyButton } from '../../../ui/controls/CopyButton.tsx';
import { Disclosure } from '../../../ui/controls/Disclosure.tsx';
import { type LogLine, LogView } from '../../../ui/controls/LogView.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { StateChip } from '../../../ui/feedback/StateChip.tsx';
import { WaitingNote } from '../../../ui/feedback/Waiting.tsx';
import { EmptyState } from '../../../ui/layout/EmptyState.tsx';
import { Figure, Figures } from '../../../ui/layout/Figures.tsx';
import { DialogFrame } from '../../../ui/overlays/DialogFrame.tsx';
import { FailureHelp } from '../failureHelp/FailureHelp.tsx';
import { publicationFieldLink, sourceFieldLink } from '../failureHelp/fieldLink.ts';
import { commandLine } from './commandLine.ts';
import { toneOf } from './logTone.ts';
import { detailsClosed, detailsOpened, type WithProcess } from './slice.ts';

/** Shows the unprocessed figures of ffmpeg, even before they settle. */
function ProcessFigures({ state }: { state: ProcessState }) {
  const { t, i18n } = useTranslation();
  const running = state.exec === 'running' ? (state.progress ?? null) : null;
  const format = (value: number | null | undefined, decimals = 0) =>
    value == null ? null : formatNumber(value, i18n.language, decimals);
  const bitrate = running?.bitrate_kbit ? formatBitrate(running.bitrate_kbit, i18n.language) : null;
  const memory = running ? formatBytes(state.memory_bytes, i18n.language, 1024) : null;
  return (
    <div className="boxed">
      <StateChip
        state={stateOf(progressOf(state))}
        detail={state.runtime_seconds === null ? undefined : formatDuration(state.runtime_seconds, i18n.language)}
      />
      <Figures>
        <Figure label={t('Frames')} value={format(running?.frame)} />
        <Figure label={t('Frame rate')} unit={t('fps')} value={format(running?.fps, 1)} />
        <Figure label={t('Speed')} value={running && running.speed !== null ? `${format(running.speed, 2)}×` : null} />
        <Figure label={t('Bitrate')} value={bitrate?.figure ?? null} unit={bitrate?.unit ?? ''} />
        <Figure label={t('Quantizer')} value={format(running?.q, 1)} />
        <Figure label={t('Output time')} value={running ? formatDuration(running.time, i18n.language) : null} />
        <Figure label={t('Dropped')} value={format(running?.drop)} />
        <Figure label={t('Duplicated')} value={format(running?.dup)} />
        <Figure
          label={t('CPU')}
          value={running ? formatNumber(state.cpu_usage / 100, i18n.language, 0, 'percent') : null}
        />
        <Figure label={t('Memory')} value={memory?.figure ?? null} unit={memory?.unit ?? ''} />
      </Figures>
    </div>
  );
}

interface FindingsProps {
  id: string;
  name: string;
  channel: string;
  examined: RunAnalysis;
  mask: (text: string) => MaskedText;
}

/** Shows the cause and remedy of a failure, and less severe warnings. */
function RunFindings({ id, name, channel, examined: { failure, warnings }, mask }: FindingsProps) {
  const { t } = useTranslation();
  return (
    <>
      {failure && (
        <Alert
          title={t(failure.words.title, { name })}
          evidence={mask(failure.evidence)}
          tone={failure.words.severity === 'fatal' ? 'error' : 'warning'}
        >
          <FailureHelp {...failure.words} name={name} link={linkTo(id, channel, failure)} />
        </Alert>
      )}
      {warnings.length > 0 && (
        <section aria-label={t('Noticed')}>
          <h3>{t('Noticed')}</h3>
          <ul className="dim small">
            {warnings.map(({ title, count, line }) => (
              <li key={title}>
                {`${t(title, { name })} (${count}×)`} <code>{stripLogPrefix(mask(line))}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function linkTo(id: string, channel: string, { cause, at, words: { field } }: NonNullable<RunAnalysis['failure']>) {
  if (field === null || channel === '') return null;
  const egress = egressOf(id);
  const to = { field, cause, at };
  if (egress === null) return sourceFieldLink(channel, to);
  return publicationFieldLink(`#/${channel}/publication/${egress.service}/${egress.uuid}`, to);
}

/** Nearly always more than the window. */
const HEIGHT = '100dvh';

interface DetailsDialogProps {
  id: string;
  name: string | null;
  secrets: readonly string[];
  onClose: () => void;
}

export function DetailsDialog({ id, name, secrets, onClose }: DetailsDialogProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  useEffect(() => {
    dispatch(detailsOpened(id));
    return () => {
      dispatch(detailsClosed());
    };
  }, [dispatch, id]);
  return (
    <DialogFrame
      open
      wide
      help="process-details"
      title={name === null ? t('Process details') : t('Process details: {{name}}', { name })}
      onClose={onClose}
    >
      <Details id={id} name={name ?? ''} secrets={secrets} />
    </DialogFrame>
  );
}

type Mask = (text: string) => MaskedText;

interface DetailsProps {
  id: string;
  name: string;
  secrets: readonly string[];
}

function Details({ id, name, secrets }: DetailsProps) {
  const { t } = useTranslation();
  const details = useSelector(({ processDetails: process }: WithProcess) => process.details);
  const own = maskOfProcess(details ?? {});
  const mask: Mask = (text) => own(hideIn(text, secrets));
  const examined = useSelector(({ processDetails: process }: WithProcess) => process.examined);
  const failed = useSelector(({ processDetails: process }: WithProcess) => process.failed);
  const alert = failed !== null && (
    <Alert title={t('The details could not be loaded.')} evidence={mask(failed)} tone="warning">
      {t('Retrying every few seconds.')}
    </Alert>
  );
  if (!details) return alert || <WaitingNote text={t('Loading the details …')} height={HEIGHT} />;
  const { state, report, reference } = details;
  const findings = { id, name, channel: reference, mask };
  const runs = report?.history.filter(({ log, prelude }) => log.length + prelude.length > 0) ?? [];
  return (
    <>
      {alert}
      {state && <ProcessFigures state={state} />}
      {report && report.prelude.length > 0 ? (
        <>
          {examined?.run && <RunFindings {...findings} examined={examined.run} />}
          <Run run={report} command={state?.command ?? []} mask={mask} line={examined?.run?.line ?? -1} />
        </>
      ) : (
        <EmptyState
          icon="details"
          title={t('Nothing to show yet')}
          text={t('The process has not run since the core started, or has only just started.')}
        />
      )}
      {runs.length > 0 && (
        <Disclosure summary={t('Earlier runs')} note={String(runs.length)}>
          {runs.toReversed().map((run, i) => (
            <EarlierRun key={run.created_at} run={run} mask={mask} line={i === 0 ? (examined?.before?.line ?? -1) : -1}>
              {i === 0 && examined?.before && <RunFindings {...findings} examined={examined.before} />}
            </EarlierRun>
          ))}
        </Disclosure>
      )}
    </>
  );
}

type RunRecord = Pick<ProcessReport, 'created_at' | 'prelude' | 'log'>;

interface RunProps {
  run: RunRecord;
  mask: Mask;
  /** Index of the line with the cause. */
  line: number;
}

function Run({ run, command, mask, line }: RunProps & { command: readonly string[] }) {
  const { t } = useTranslation();
  const text = commandLine(command, mask);
  return (
    <>
      {command.length > 0 && (
        <section aria-label={t('Command')}>
          <div className="log-head">
            <h3>{t('Command')}</h3>
            <CopyButton what={t('Command')} text={text} />
          </div>
          <pre className="log-command">
            <code>{text}</code>
          </pre>
        </section>
      )}
      <section aria-label={t('Log')}>
        <div className="log-head">
          <h3>{t('Log')}</h3>
        </div>
        <LogView label={t('Log')} lines={useLines(run.log, mask, line)} />
      </section>
      <Disclosure summary={t('Banner')} note={t("ffmpeg's startup output")}>
        <LogView ended label={t('Banner')} lines={run.prelude.map((line) => lineOf(line, mask))} />
      </Disclosure>
    </>
  );
}

function EarlierRun({ run, mask, line, children }: RunProps & { children: ReactNode }) {
  const { i18n } = useTranslation();
  const startTime = formatMoment(run.created_at, i18n.language);
  return (
    <Disclosure summary={startTime}>
      {children}
      <LogView ended label={startTime} lines={useLines(run.log, mask, line)} />
    </Disclosure>
  );
}

const lineOf = (line: string, mask: Mask): LogLine => ({ text: mask(line), tone: toneOf(line) });

function useLines(log: ProcessReport['log'], mask: Mask, markedLine: number): LogLine[] {
  const { i18n } = useTranslation();
  const clock = clockOf(i18n.language);
  return log.map(([at = '', line = ''], i) => ({
    at: clock(Number(at)),
    ...lineOf(line, mask),
    ...(i === markedLine ? { tone: 'error' as const, marked: true } : {}),
  }));
}
