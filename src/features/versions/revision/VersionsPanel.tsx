import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { formatMoment } from '../../../i18n/format.ts';
import { inSentence } from '../../../i18n/sanitizeDisplayText.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Disclosure } from '../../../ui/controls/Disclosure.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { WaitingNote } from '../../../ui/feedback/Waiting.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { List, ListRow } from '../../../ui/layout/ListRow.tsx';
import { DifferenceList } from './DifferenceList.tsx';
import { RestoreDialog } from './RestoreDialog.tsx';
import { previewRequested, type ShownRevision, versionsClosed, versionsOpened, type WithVersions } from './slice.ts';

const HEIGHT = 240;

/** Versions of a channel, also of a deleted one; '': of the website. */
export function VersionsPanel({ channel }: { channel: string }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const page = useSelector(({ revision }: WithVersions) => revision);
  useEffect(() => {
    dispatch(versionsOpened(channel));
    return () => {
      dispatch(versionsClosed());
    };
  }, [dispatch, channel]);
  if (page.status === 'failed')
    return <Alert title={t('The earlier versions could not be read: {{0}}', { 0: t(page.reason) })} />;
  if (page.status !== 'open' || page.channel !== channel)
    return <WaitingNote text={t('Loading the earlier versions …')} height={HEIGHT} />;
  if (page.list === null)
    return (
      <Alert tone="neutral" title={t('The earlier versions were stored by a newer version of the interface.')}>
        {t('Update the interface to see them. They stay unchanged.')}
      </Alert>
    );
  return (
    <>
      <Card title={t('Changes')} flush={page.list.length > 0}>
        {page.list.length === 0 ? (
          <p className="dim">{t('Nothing has been saved here yet. Each save adds a version.')}</p>
        ) : (
          <List label={t('Changes')}>
            {page.list.map((revision) => (
              <RevisionRow key={revision.at} revision={revision} busy={page.busy !== null} />
            ))}
          </List>
        )}
      </Card>
      <p className="dim small">
        {t(
          'The last 50 changes are stored, fewer if they are large. The oldest go first. Uploaded images and videos are not part of a version.',
        )}
      </p>
      {page.preview && <RestoreDialog preview={page.preview} busy={page.busy === 'restoring'} />}
    </>
  );
}

/** Differences that are shown without a click. */
const FEW = 3;

function RevisionRow({ revision: { at, by, rows, lostFiles, restorable }, busy }: RevisionRowProps) {
  const { t, i18n } = useTranslation();
  const dispatch = useDispatch();
  const when = formatMoment(at / 1000, i18n.language);
  return (
    <ListRow
      title={by === '' ? when : `${when} · ${inSentence(by)}`}
      below={
        <>
          {rows.length > 0 && <DifferenceList rows={rows.slice(0, FEW)} />}
          {rows.length > FEW && (
            <Disclosure
              summary={t('{{count}} more changes', {
                count: rows.length - FEW,
                defaultValue_one: '{{count}} more change',
              })}
            >
              <DifferenceList rows={rows.slice(FEW)} />
            </Disclosure>
          )}
          {lostFiles.length > 0 && (
            <p className="dim small">
              {t('Replaced or deleted files: {{0}}', { 0: lostFiles.map((path) => inSentence(path)).join(', ') })}
            </p>
          )}
        </>
      }
      end={
        restorable && (
          <Button
            aria-label={t('Restore as before {{when}} …', { when })}
            busy={busy}
            onClick={() => dispatch(previewRequested(at))}
          >
            {t('Restore …')}
          </Button>
        )
      }
    />
  );
}

interface RevisionRowProps {
  revision: ShownRevision;
  busy: boolean;
}
