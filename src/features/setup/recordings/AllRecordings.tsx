import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { egressOf } from '../../../api/processIds.ts';
import { sanitizeDisplayText } from '../../../i18n/sanitizeDisplayText.ts';
import { scarcestDisk } from '../../../media/coreInfo/resources.ts';
import { ALL_RECORDINGS, groupsOf, heldBy } from '../../../media/stored/recordingFiles.ts';
import { LinkButton } from '../../../ui/controls/Button.tsx';
import { WaitingNote } from '../../../ui/feedback/Waiting.tsx';
import { Card, Stack } from '../../../ui/layout/Card.tsx';
import { List } from '../../../ui/layout/ListRow.tsx';
import { useFocusKept } from '../../../ui/layout/useFocusKept.ts';
import type { WithChannels } from '../../live/channel/slice.ts';
import type { WithResources } from '../../shared/resource/slice.ts';
import { RecordingRow, useSize } from './RecordingRow.tsx';
import { recordingsLeft, recordingsWanted, type WithRecordings } from './slice.ts';

export function AllRecordings() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const list = useSelector(({ recordings }: WithRecordings) => recordings.files);
  const disk = useSelector(({ resource }: WithResources) => resource && scarcestDisk(resource));
  const sizeOf = useSize();
  const rest = useFocusKept(list?.length ?? 0);
  useEffect(() => {
    dispatch(recordingsWanted(ALL_RECORDINGS));
    return () => {
      dispatch(recordingsLeft());
    };
  }, [dispatch]);
  if (list === null) return <WaitingNote text={t('Loading recordings …')} height={240} />;
  const free = disk?.limit ? Math.max(0, disk.limit - disk.used) : null;
  const used = sizeOf(heldBy(list));
  return (
    <div ref={rest} tabIndex={-1} className="stack">
      {list.length === 0 && (
        <Card>
          <Stack>
            <p className="dim">{t('Nothing has been recorded yet.')}</p>
            <p className="dim">{t('"Record" on the channel page begins a recording.')}</p>
          </Stack>
        </Card>
      )}
      {groupsOf(list).map(({ token, files }) => (
        <Group key={token} token={token} files={files} />
      ))}
      <p>
        {free === null
          ? t('{{used}} used', { used })
          : t('{{used}} used, {{free}} free on this server', { used, free: sizeOf(free) })}
      </p>
      <p className="dim small">
        {t('Whoever knows the link of a file can download it without a login. It cannot be guessed.')}
      </p>
    </div>
  );
}

function Group({ token, files }: ReturnType<typeof groupsOf>[number]) {
  const { t } = useTranslation();
  const sizeOf = useSize();
  const id = useSelector(({ recordings }: WithRecordings) => recordings.owners[token] ?? null);
  const owner = useSelector(({ channel: { list } }: WithChannels) =>
    id === null ? undefined : list.find(({ egresses }) => id in egresses),
  );
  const title =
    owner && id !== null
      ? `${sanitizeDisplayText(owner.name)} · ${sanitizeDisplayText(owner.egresses[id]?.name ?? '')}`
      : t('Of a publication that is gone');
  return (
    <Card
      flush
      title={title}
      {...(files.length > 1 ? { note: sizeOf(heldBy(files)) } : {})}
      tools={
        owner &&
        id !== null && (
          <LinkButton kind="quiet" icon="edit" href={`#/${owner.id}/publication/recording/${egressOf(id)?.uuid ?? ''}`}>
            {t('Edit settings')}
          </LinkButton>
        )
      }
    >
      <List label={title}>
        {files.map((file) => (
          <RecordingRow key={file.path} file={file} />
        ))}
      </List>
    </Card>
  );
}
