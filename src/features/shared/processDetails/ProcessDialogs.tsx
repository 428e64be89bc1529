import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import { hideIn, maskText } from '../../../media/masking/mask.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { download } from '../../../ui/controls/download.ts';
import { LogView } from '../../../ui/controls/LogView.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { WaitingNote } from '../../../ui/feedback/Waiting.tsx';
import { DialogFrame } from '../../../ui/overlays/DialogFrame.tsx';
import { DetailsDialog } from './DetailsDialog.tsx';
import { reportRequested, type WithProcess } from './slice.ts';

/** Height of `.log-lines` with its tools. */
const LOG_HEIGHT = 'calc(min(50dvh, 420px) + 48px)';

interface ReportDialogProps {
  id: string;
  output: string | null;
  secrets: readonly string[];
  onClose: () => void;
}

/** A report without secrets, to share when asking for help. */
function DebugReportDialog({ id, output, secrets, onClose }: ReportDialogProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  useEffect(() => {
    dispatch(reportRequested({ id, output }));
  }, [dispatch, id, output]);
  const made = useSelector(({ processDetails: process }: WithProcess) => process.report);
  const report = made && hideIn(made, secrets);
  const failed = useSelector(({ processDetails: process }: WithProcess) => process.reportFailed);
  return (
    <DialogFrame
      open
      wide
      help="process-report"
      title={t('Debug report')}
      onClose={onClose}
      actions={
        <Button
          kind="main"
          icon="download"
          disabled={report === null}
          onClick={() => report !== null && download('report.txt', report)}
        >
          {t('Download report.txt')}
        </Button>
      }
    >
      <p className="dim">
        {t('Names, addresses, keys and passwords are removed. Check the report before you share it.')}
      </p>
      {failed !== null && (
        <Alert title={t('The report could not be created.')} evidence={maskText(failed)}>
          <Button icon="restart" onClick={() => dispatch(reportRequested({ id, output }))}>
            {t('Retry')}
          </Button>
        </Alert>
      )}
      {failed === null && report === null && <WaitingNote text={t('Creating the report …')} height={LOG_HEIGHT} />}
      {report !== null && (
        <LogView ended label={t('Debug report')} lines={report.split('\n').map((text) => ({ text: maskText(text) }))} />
      )}
    </DialogFrame>
  );
}

export function DetailsButton({ of }: { of?: string }) {
  const { t } = useTranslation();
  const [, setSearch] = useSearchParams();
  return (
    <Button
      kind="quiet"
      icon="details"
      onClick={() => setSearch({ show: 'details', ...(of === undefined ? {} : { of }) })}
    >
      {t('Process details')}
    </Button>
  );
}

export function ProcessButtons({ of }: { of?: string }) {
  const { t } = useTranslation();
  const [, setSearch] = useSearchParams();
  const other = of === undefined ? {} : { of };
  return (
    <div className="tools">
      <DetailsButton {...other} />
      <Button kind="quiet" icon="download" onClick={() => setSearch({ show: 'report', ...other })}>
        {t('Debug report')}
      </Button>
    </div>
  );
}

interface ProcessDialogsProps {
  id: string;
  secrets?: readonly string[];
  nameOf?: (id: string) => string | null;
  /** Returns which output of a publication the process is; null if it has only one. */
  outputOf?: (id: string) => string | null;
}

/** The open dialog is stored in the address, so that Back closes it and links open it. */
export function ProcessDialogs({ id, secrets = [], nameOf = () => null, outputOf = () => null }: ProcessDialogsProps) {
  const [search, setSearch] = useSearchParams();
  const close = () => setSearch({}, { replace: true });
  const of = search.get('of') ?? id;
  switch (search.get('show')) {
    case 'details':
      return <DetailsDialog id={of} name={nameOf(of)} secrets={secrets} onClose={close} />;
    case 'report':
      return <DebugReportDialog id={of} output={outputOf(of)} secrets={secrets} onClose={close} />;
    default:
      return null;
  }
}
