import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { formatBytes, formatDuration, formatMoment } from '../../../i18n/format.ts';
import { lengthOf, type Recording } from '../../../media/stored/recordingFiles.ts';
import { IconButton, LinkButton } from '../../../ui/controls/Button.tsx';
import { ListRow } from '../../../ui/layout/ListRow.tsx';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { recordingDeleted, type WithRecordings } from './slice.ts';

export function useSize(): (bytes: number) => string {
  const { i18n } = useTranslation();
  return (bytes) => Object.values(formatBytes(bytes, i18n.language)).join(' ');
}

export function RecordingRow({ file }: { file: Recording }) {
  const { t, i18n } = useTranslation();
  const dispatch = useDispatch();
  const [isAsking, setAsking] = useState(false);
  const root = useSelector(({ session }: WithSession) => coreInfoOf(session)?.address) ?? '';
  const { name, path, begun: startedAt, bytes } = file;
  const isWritten = useSelector(({ recordings }: WithRecordings) => recordings.written.includes(path));
  const sizeOf = useSize();
  const address = `${root}${encodeURI(path)}`;
  return (
    <>
      <ListRow
        title={name}
        told
        below={
          <p className="dim small recording-facts">
            {isWritten && <strong className="tone-accent">{t('Being recorded')}</strong>}
            <span>
              {[
                formatMoment(startedAt, i18n.language),
                formatDuration(lengthOf(file), i18n.language),
                sizeOf(bytes),
              ].join(' · ')}
            </span>
          </p>
        }
        end={
          <div className="row-actions">
            {/\.mp4$/.test(name) && (
              <LinkButton icon="play" href={address} aria-label={t('Play {{name}}', { name })}>
                {t('Play')}
              </LinkButton>
            )}
            <LinkButton href={address} download={name} aria-label={t('Download {{name}}', { name })}>
              {t('Download')}
            </LinkButton>
            {!isWritten && (
              <IconButton icon="trash" label={t('Delete {{name}}', { name })} onClick={() => setAsking(true)} />
            )}
          </div>
        }
      />
      <ConfirmDialog
        open={isAsking && !isWritten}
        title={t('Delete this file?')}
        confirm={t('Delete file')}
        danger
        onConfirm={() => {
          setAsking(false);
          dispatch(recordingDeleted(path));
        }}
        onClose={() => setAsking(false)}
      >
        {t('{{name}} is removed from the disk of the core. This cannot be undone.', { name })}
      </ConfirmDialog>
    </>
  );
}
