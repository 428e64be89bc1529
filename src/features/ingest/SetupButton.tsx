import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { progressIn } from './selectors.ts';
import { ingestSetupConfirmed, type WithIngest } from './slice.ts';

/** Leads to the video set-up. A stream that is on has to go off the air for it, which is asked first. */
export function SetupButton({ channel, kind }: { channel: string; kind: 'plain' | 'quiet' }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const ordered = useSelector((state: WithIngest) => progressIn(state)?.order === 'start');
  const busy = useSelector(({ ingest }: WithIngest) => ingest.asked !== null);
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  if (!ordered) {
    return (
      <LinkButton kind={kind} icon="edit" href={`#/${channel}/edit/wizard`}>
        {t('Video setup')}
      </LinkButton>
    );
  }
  return (
    <>
      <Button kind={kind} icon="edit" onClick={() => setAsking(true)}>
        {t('Video setup')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('Disconnect the stream?')}
        confirm={t('Disconnect & Continue')}
        danger
        busy={busy}
        onConfirm={() => dispatch(ingestSetupConfirmed(channel))}
        onClose={close}
      >
        {t('The source can only be changed while it is not in use. The stream stays offline until you save.')}
      </ConfirmDialog>
    </>
  );
}
