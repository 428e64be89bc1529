import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { formatBytes, formatDuration, formatMoment } from '../../../i18n/format.ts';
import { lengthOf, type Recording } from '../../../media/recordings.ts';
import { IconButton, LinkButton } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Card, Stack } from '../../../ui/layout.tsx';
import { List, Row } from '../../../ui/Row.tsx';
import { coreInfoOf, type WithSession } from '../../session/slice.ts';
import { recordingDeleted, recordingsLeft, recordingsWanted, type WithRecordings } from './recordings.ts';

/** What a publication has left on the disk of the core. `glob`: which files these are. */
export function RecordingsCard({ glob }: { glob: string }) {
  const { t, i18n } = useTranslation();
  const dispatch = useDispatch();
  const [asked, setAsked] = useState<Recording | null>(null);
  const list = useSelector(({ recordings }: WithRecordings) => recordings);
  const root = useSelector(({ session }: WithSession) => coreInfoOf(session)?.address) ?? '';
  useEffect(() => {
    dispatch(recordingsWanted(glob));
    return () => {
      dispatch(recordingsLeft());
    };
  }, [dispatch, glob]);
  if (list === null) return null;
  const sizeOf = (bytes: number) => Object.values(formatBytes(bytes, i18n.language)).join(' ');
  const all = list.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <Card title={t('Recorded files')} note={list.length > 0 ? sizeOf(all) : ''}>
      <Stack>
        <p className="dim small">
          {t('Whoever knows the link of a file can download it without a login. It cannot be guessed.')}
        </p>
        {list.length === 0 && <p className="dim">{t('Nothing has been recorded yet.')}</p>}
        <List label={t('Recorded files')}>
          {list.map((one) => (
            <Row
              key={one.path}
              title={one.name}
              detail={[formatMoment(one.begun, i18n.language), formatDuration(lengthOf(one)), sizeOf(one.bytes)].join(
                ' · ',
              )}
              end={
                <>
                  <LinkButton
                    href={`${root}${encodeURI(one.path)}`}
                    download={one.name}
                    aria-label={t('Download {{name}}', { name: one.name })}
                  >
                    {t('Download')}
                  </LinkButton>
                  <IconButton
                    icon="trash"
                    label={t('Delete {{name}}', { name: one.name })}
                    onClick={() => setAsked(one)}
                  />
                </>
              }
            />
          ))}
        </List>
      </Stack>
      <ConfirmDialog
        open={asked !== null}
        title={t('Delete this file?')}
        confirm={t('Delete file')}
        danger
        onConfirm={() => {
          if (asked) dispatch(recordingDeleted(asked.path));
          setAsked(null);
        }}
        onClose={() => setAsked(null)}
      >
        {t('{{name}} is removed from the disk of the core. This cannot be undone.', { name: asked?.name ?? '' })}
      </ConfirmDialog>
    </Card>
  );
}
