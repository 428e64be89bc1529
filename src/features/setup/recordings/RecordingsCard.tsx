import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { formatSpan } from '../../../i18n/format.ts';
import { scarcestDisk } from '../../../media/coreInfo/resources.ts';
import { forecastOf, heldBy, type Recording, type Retention, SOON_S } from '../../../media/stored/recordingFiles.ts';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { WaitingNote } from '../../../ui/feedback/Waiting.tsx';
import { Card, Stack } from '../../../ui/layout/Card.tsx';
import { List } from '../../../ui/layout/ListRow.tsx';
import { useFocusKept } from '../../../ui/layout/useFocusKept.ts';
import type { WithResources } from '../../shared/resource/slice.ts';
import { RecordingRow, useSize } from './RecordingRow.tsx';
import { recordingsLeft, recordingsWanted, type WithRecordings } from './slice.ts';

/** The files of a recording, and a forecast of the free disk space. `glob` selects the files. */
export function RecordingsCard({ glob, ...retention }: Retention & { glob: string }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const sizeOf = useSize();
  const list = useSelector(({ recordings }: WithRecordings) => recordings.files);
  const written = useSelector(({ recordings }: WithRecordings) => recordings.written);
  const rest = useFocusKept(list?.length ?? 0);
  useEffect(() => {
    dispatch(recordingsWanted(glob));
    return () => {
      dispatch(recordingsLeft());
    };
  }, [dispatch, glob]);
  if (list === null) return <WaitingNote text={t('Loading recordings …')} height={300} />;
  const all = heldBy(list);
  const isRecorded = list.some(({ path }) => written.includes(path));
  return (
    <Card flush title={t('Recorded files')} note={list.length > 0 ? sizeOf(all) : ''}>
      <div ref={rest} tabIndex={-1}>
        <List label={t('Recorded files')}>
          {list.map((file) => (
            <RecordingRow key={file.path} file={file} />
          ))}
        </List>
      </div>
      <div className="card-body">
        <Stack>
          {list.length === 0 && <p className="dim">{t('Nothing has been recorded yet.')}</p>}
          {isRecorded && <ForecastNote list={list} kept={retention} />}
          <p className="dim small">
            {t('Whoever knows the link of a file can download it without a login. It cannot be guessed.')}
          </p>
        </Stack>
      </div>
    </Card>
  );
}

function ForecastNote({ list, kept }: { list: readonly Recording[]; kept: Retention }) {
  const { t, i18n } = useTranslation();
  const inWords = useSize();
  const disk = useSelector(({ resource }: WithResources) => resource && scarcestDisk(resource));
  if (!disk?.limit) return null;
  const free = Math.max(0, disk.limit - disk.used);
  const forecast = forecastOf(list, kept, free);
  if (forecast === null) return null;
  if (forecast.kind === 'fits') {
    return (
      <p className="dim small">
        {t('Files that are kept need at most {{size}}. {{free}} are free.', {
          size: inWords(forecast.bytes),
          free: inWords(free),
        })}
      </p>
    );
  }
  const span = formatSpan(Math.round(forecast.seconds / 60) * 60, i18n.language);
  const text = t('There is room for about {{span}} more.', { span });
  return forecast.seconds < SOON_S ? (
    <Alert tone="warning" title={text}>
      {t('Keep fewer files, or delete some.')}
    </Alert>
  ) : (
    <p className="dim small">{text}</p>
  );
}
