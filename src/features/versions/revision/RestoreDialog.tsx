import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { formatMoment } from '../../../i18n/format.ts';
import { inSentence } from '../../../i18n/sanitizeDisplayText.ts';
import type { Phrase } from '../../../media/revision/describeDifferences.ts';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { DifferenceList, useDifferenceTexts } from './DifferenceList.tsx';
import { previewLeft, type RestorePreview, restoreConfirmed } from './slice.ts';

interface RestoreDialogProps {
  preview: RestorePreview;
  busy: boolean;
}

/** What restoring would change, interrupt and overwrite. */
export function RestoreDialog({ preview, busy }: RestoreDialogProps) {
  const { t, i18n } = useTranslation();
  const dispatch = useDispatch();
  const { phrase } = useDifferenceTexts();
  const { at, rows, overtaken, interrupted, later, lostFiles } = preview;
  const when = formatMoment(at / 1000, i18n.language);
  const named = (phrases: readonly Phrase[]) => phrases.map(phrase).join(', ');
  const operators = [...new Set(later.flatMap(({ by }) => (by === '' ? [] : [inSentence(by)])))].join(', ');
  return (
    <ConfirmDialog
      open
      danger={interrupted.length > 0}
      title={t('Restore the settings from before {{when}}?', { when })}
      confirm={interrupted.length > 0 ? t('Restore and interrupt') : t('Restore')}
      busy={busy}
      onClose={() => dispatch(previewLeft())}
      onConfirm={() => dispatch(restoreConfirmed())}
      more={
        <>
          {overtaken.length > 0 && (
            <Alert tone="warning" title={t('Another program has changed this since: {{0}}', { 0: named(overtaken) })}>
              {t('Restoring overwrites its changes.')}
            </Alert>
          )}
          {interrupted.length > 0 && (
            <Alert tone="warning" title={t('This interrupts: {{0}}', { 0: named(interrupted) })} />
          )}
          {later.length > 0 && (
            <p>
              {t('{{count}} later changes are taken back as well.', {
                count: later.length,
                defaultValue_one: '{{count}} later change is taken back as well.',
              })}{' '}
              {operators !== '' && t('They were made by: {{0}}', { 0: operators })}
            </p>
          )}
          {rows.length > 0 && <DifferenceList rows={rows} isPlan />}
          {lostFiles.length > 0 && (
            <p className="dim small">
              {t('These files are not restored: {{0}}', { 0: lostFiles.map((path) => inSentence(path)).join(', ') })}
            </p>
          )}
        </>
      }
    >
      {rows.length > 0
        ? t('On the left is what is stored now, on the right what is restored. You can undo it.')
        : t('Everything is stored as it was then. Nothing changes.')}
    </ConfirmDialog>
  );
}
