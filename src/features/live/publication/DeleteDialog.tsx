import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { isRecording } from '../../../media/stored/recordingFiles.ts';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { publicationOf, type WithPublicationList } from './publicationState.ts';
import { publicationDeletionConfirmed } from './slice.ts';

interface DeleteDialogProps {
  channel: string;
  id: string | null;
  onClose: () => void;
}

export function DeleteDialog({ channel, id, onClose }: DeleteDialogProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const name = useSelector((state: WithPublicationList) =>
    id === null ? '' : (publicationOf(state, channel, id)?.name ?? ''),
  );
  return (
    <ConfirmDialog
      open={id !== null}
      danger
      title={t('Delete the publication "{{name}}"?', { name })}
      confirm={t('Delete publication')}
      onClose={onClose}
      onConfirm={() => {
        onClose();
        if (id !== null) dispatch(publicationDeletionConfirmed({ channel, id }));
      }}
    >
      {t('The publication stops immediately.')}
      {id !== null && isRecording(id) && ` ${t('Its recorded files are kept.')}`}
    </ConfirmDialog>
  );
}
