import { useSearchParams } from 'react-router-dom';
import { DetailsDialog } from './DetailsDialog.tsx';
import { ReportDialog } from './ReportDialog.tsx';

/**
 * Details and report of a process stand in the address (`show`, and `of` another process than the screen's own), so that
 * Back closes them and a link opens them. `id` is that of the process on the core, `secrets` what its
 * settings say must not be read.
 */
export function ProcessDialogs({ id, secrets = [] }: { id: string; secrets?: readonly string[] }) {
  const [search, setSearch] = useSearchParams();
  const close = () => setSearch({}, { replace: true });
  const of = search.get('of') ?? id;
  switch (search.get('show')) {
    case 'details':
      return <DetailsDialog id={of} secrets={secrets} onClose={close} />;
    case 'report':
      return <ReportDialog id={of} secrets={secrets} onClose={close} />;
    default:
      return null;
  }
}
