import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { formatNumber } from '../../../i18n/format.ts';
import type { CpuSaving } from '../../../media/renditions/duplicateEncodings.ts';
import { Actions } from '../../../ui/controls/Actions.tsx';
import { Button, IconButton, LinkButton } from '../../../ui/controls/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { StateIcon } from '../../../ui/feedback/StateChip.tsx';
import { ProgressNote } from '../../../ui/feedback/Waiting.tsx';
import { Card, Stack } from '../../../ui/layout/Card.tsx';
import { List, ListRow } from '../../../ui/layout/ListRow.tsx';
import { useFocusKept } from '../../../ui/layout/useFocusKept.ts';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import {
  type Encodings,
  encodeOnceRequested,
  renditionDeletionConfirmed,
  renditionsClosed,
  renditionsOpened,
  rungRequested,
  type SharedEncoding,
  type Twins,
  type WithRendition,
} from './slice.ts';

export function RenditionsPanel({ channel }: { channel: string }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const page = useSelector((state: WithRendition) => state.rendition);
  useEffect(() => {
    dispatch(renditionsOpened(channel));
    return () => {
      dispatch(renditionsClosed());
    };
  }, [dispatch, channel]);
  return (
    <>
      {page.status === 'failed' && <Alert title={t('The encodings could not be read: {{0}}', { 0: page.reason })} />}
      {page.status === 'open' && <SameEncodings {...page} />}
      <Card
        title={t('Sizes for several publications')}
        foot={
          <Actions
            back={<LinkButton href={`#/${channel}`}>{t('Close')}</LinkButton>}
            note={
              page.status === 'loading' ? (
                <ProgressNote>{t('Asking the core …')}</ProgressNote>
              ) : page.status === 'open' && page.busy ? (
                <ProgressNote>{t('The core changes the encodings …')}</ProgressNote>
              ) : undefined
            }
          />
        }
      >
        <Stack>
          <p className="dim small">
            {t(
              'A rendition is encoded once and passed on by all publications that use it. It starts with the first of them and stops with the last.',
            )}
          </p>
          {page.status === 'open' && <Rungs {...page} />}
          {page.status === 'open' && <SharedList {...page} />}
        </Stack>
      </Card>
    </>
  );
}

interface Part {
  channel: string;
  encodings: Encodings;
  busy: boolean;
}

function SameEncodings({ channel, encodings: { twins }, busy }: Part) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const saved = useSaved();
  if (twins.length === 0) return null;
  const detailOf = ({ encoder, size, saving, shareable }: Twins) =>
    [
      t(encoder),
      size,
      saved(saving),
      shareable ? '' : t('No server of the core carries this encoding, so it cannot be shared.'),
    ]
      .filter((part) => part !== '')
      .join(' · ');
  return (
    <Card title={t('Encoded several times')} flush>
      <List label={t('Encoded several times')}>
        {twins.map((twin) => (
          <ListRow
            key={twin.readers.map(({ id }) => id).join()}
            title={twin.readers.map(({ name }) => name).join(', ')}
            detail={detailOf(twin)}
            end={
              twin.shareable && (
                <Button
                  kind="main"
                  busy={busy}
                  onClick={() => dispatch(encodeOnceRequested({ channel, ids: twin.readers.map(({ id }) => id) }))}
                >
                  {t('Encode once')}
                </Button>
              )
            }
          />
        ))}
      </List>
    </Card>
  );
}

function SharedList({ channel, encodings, busy }: Part) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const saved = useSaved();
  const [deleting, setDeleting] = useState<SharedEncoding | null>(null);
  const rest = useFocusKept(encodings.shared.length);
  const detailOf = ({ encoder, size, readers, saving }: SharedEncoding) =>
    [
      t(encoder),
      size,
      readers.length === 0 ? t('No publication uses it') : readers.map(({ name }) => name).join(', '),
      saved(saving),
    ]
      .filter((part) => part !== '')
      .join(' · ');
  return (
    <div ref={rest} tabIndex={-1}>
      {encodings.shared.length > 0 && (
        <List label={t('Renditions')}>
          {encodings.shared.map((rendition) => (
            <ListRow
              key={rendition.id}
              title={rendition.name}
              icon={<StateIcon state={rendition.state} />}
              detail={detailOf(rendition)}
              end={
                rendition.readers.length === 0 && (
                  <IconButton
                    icon="trash"
                    label={t('Delete rendition {{name}}', { name: rendition.name })}
                    disabled={busy}
                    onClick={() => setDeleting(rendition)}
                  />
                )
              }
            />
          ))}
        </List>
      )}
      <ConfirmDialog
        open={deleting !== null}
        danger
        title={t('Delete this rendition?')}
        confirm={t('Delete')}
        onClose={() => setDeleting(null)}
        onConfirm={() => {
          if (deleting) dispatch(renditionDeletionConfirmed({ channel, id: deleting.id }));
          setDeleting(null);
        }}
      >
        {deleting?.name}
      </ConfirmDialog>
    </div>
  );
}

function Rungs({ channel, encodings: { rungs, shared }, busy }: Part) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const [chosenLines, setChosenLines] = useState<number | null>(null);
  const rest = useFocusKept(rungs.length);
  // An added size keeps its place, so that no other comes under the pointer.
  const [first] = useState(rungs);
  const shown = [...first, ...rungs.filter(({ lines }) => first.every((rung) => rung.lines !== lines))];
  const isOffered = (of: number) => rungs.some(({ lines }) => lines === of);
  const add = (lines: number) => {
    setChosenLines(lines);
    dispatch(rungRequested({ channel, lines }));
  };
  return (
    <div ref={rest} tabIndex={-1}>
      {rungs.length === 0 && shared.length === 0 && (
        <Alert tone="neutral" title={t('This channel offers no size to add.')}>
          {t('Its video is not known yet, or the ffmpeg of this core has no encoder for H.264.')}
        </Alert>
      )}
      {shown.length > 0 && (
        <section className="stack" aria-label={t('Add a size')}>
          <h3>{t('Add a size')}</h3>
          <ul className="rungs">
            {shown.map(({ lines, size }) => (
              <li key={lines}>
                {/* A disabled button would lose the focus, so the pressed one stays enabled. */}
                <Button
                  icon={isOffered(lines) ? 'add' : 'check'}
                  busy={busy && chosenLines === lines}
                  disabled={(busy && chosenLines !== lines) || !isOffered(lines)}
                  onClick={() => add(lines)}
                >
                  {t('Add {{lines}}p', { lines })}
                </Button>
                <span className="dim small">{size}</span>
              </li>
            ))}
          </ul>
          <p className="dim small">{t('Then choose it under "Encoding" in each publication that is to send it.')}</p>
        </section>
      )}
    </div>
  );
}

/** Anything below is within the error of measurement. */
const WORTH_A_WORD = 0.2;

/** Returns the CPU saving as text; '' if unknown or negligible. */
function useSaved() {
  const { t, i18n } = useTranslation();
  return (saving: CpuSaving | null): string => {
    if (saving === null || saving.cores < WORTH_A_WORD) return '';
    const cores = formatNumber(saving.cores, i18n.language, 1);
    return saving.measured
      ? t('One encoding saves {{cores}} CPU cores', { cores })
      : t('One encoding saves about {{cores}} CPU cores, by the encoder test', { cores });
  };
}
