import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import type { SourceContext } from '../../../catalog/form/defineCatalogEntry.ts';
import type { MediaType } from '../../../media/encoding/streams.ts';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { isRunningIn } from '../../live/ingest/selectors.ts';
import type { SourceDraft } from './draft.ts';
import { isTaken } from './probeSource.ts';

/** Starts a probe, after a confirmation if it interrupts the stream. */
export function useProbeConfirmation(
  draft: SourceDraft,
  type: MediaType,
  context: SourceContext,
  start: () => void,
): { ask: () => void; dialog: ReactNode } {
  const { t } = useTranslation();
  const running = useSelector(isRunningIn);
  const [isAsking, setAsking] = useState(false);
  const confirm = () => {
    setAsking(false);
    start();
  };
  return {
    ask: () => (running && isTaken(draft, type, context) ? setAsking(true) : start()),
    dialog: (
      <ConfirmDialog
        open={isAsking}
        danger
        title={t('Interrupt the stream to check the source?')}
        confirm={t('Interrupt and check')}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        {t(
          'Only one program at a time can open this source. The stream stops during the check, then continues as before.',
        )}
      </ConfirmDialog>
    ),
  };
}
