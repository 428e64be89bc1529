import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Button } from '../../../ui/controls/Button.tsx';
import { DebugReportDialog } from './DebugReportDialog.tsx';
import { DetailsDialog } from './DetailsDialog.tsx';

/** Opens what is known of the process of the screen. */
export function DetailsButton() {
  const { t } = useTranslation();
  const [, setSearch] = useSearchParams();
  return (
    <Button kind="quiet" icon="details" onClick={() => setSearch({ show: 'details' })}>
      {t('Process details')}
    </Button>
  );
}

/** And its report, which that of a channel has in the main menu. */
export function ProcessButtons() {
  const { t } = useTranslation();
  const [, setSearch] = useSearchParams();
  return (
    <div className="tools">
      <DetailsButton />
      <Button kind="quiet" icon="download" onClick={() => setSearch({ show: 'report' })}>
        {t('Debug report')}
      </Button>
    </div>
  );
}

interface ProcessDialogsProps {
  id: string;
  secrets?: readonly string[];
  /** What a publication is called, by the id of its process; null of everything else. */
  nameOf?: (id: string) => string | null;
}

/**
 * Details and report of a process stand in the address (`show`, and `of` another process than the screen's own), so that
 * Back closes them and a link opens them. `id` is that of the process on the core, `secrets` what its
 * settings say must not be read.
 */
export function ProcessDialogs({ id, secrets = [], nameOf = () => null }: ProcessDialogsProps) {
  const [search, setSearch] = useSearchParams();
  const close = () => setSearch({}, { replace: true });
  const of = search.get('of') ?? id;
  switch (search.get('show')) {
    case 'details':
      return <DetailsDialog id={of} name={nameOf(of)} secrets={secrets} onClose={close} />;
    case 'report':
      return <DebugReportDialog id={of} secrets={secrets} onClose={close} />;
    default:
      return null;
  }
}
