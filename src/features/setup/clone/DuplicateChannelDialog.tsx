import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { isBackup } from '../../../media/channel/publicationOutputs.ts';
import { Actions } from '../../../ui/controls/Actions.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { ProgressBar } from '../../../ui/controls/ProgressBar.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { DialogFrame } from '../../../ui/overlays/DialogFrame.tsx';
import { reasonText } from '../../gate/notice/slice.ts';
import type { WithChannels } from '../../live/channel/slice.ts';
import { type CloneState, cloneCancelled, cloneClosed, cloneRequested, type WithClone } from './slice.ts';

interface DuplicateChannelProps {
  channel: string;
}

export function DuplicateChannelCard({ channel }: DuplicateChannelProps) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  return (
    <Card>
      <Actions
        back={
          <span className="dim">
            {t('A duplicate has the same settings, a stream key of its own, and its publications are off.')}
          </span>
        }
      >
        <Button icon="copy" onClick={() => setAsking(true)}>
          {t('Duplicate')}
        </Button>
      </Actions>
      {asking && <DuplicateChannelDialog channel={channel} onClose={() => setAsking(false)} />}
    </Card>
  );
}

interface DuplicateChannelDialogProps extends DuplicateChannelProps {
  onClose: () => void;
}

/** Closing while it runs cancels. Closes by itself at the end. */
function DuplicateChannelDialog({ channel, onClose }: DuplicateChannelDialogProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const form = useId();
  const found = useSelector((state: WithChannels) => state.channel.list.find(({ id }) => id === channel));
  const state = useSelector(({ clone }: WithClone) => clone);
  const [typed, setTyped] = useState(() => t('{{name}} (copy)', { name: found?.name ?? '' }));
  const [sent, setSent] = useState(false);
  const name = typed.trim();
  const running = state.status === 'running' ? state : null;
  const ended = sent && state.status === 'none';
  useEffect(() => {
    if (ended) onClose();
  }, [ended, onClose]);
  const close = () => {
    if (running) dispatch(cloneCancelled());
    else {
      dispatch(cloneClosed());
      onClose();
    }
  };
  const send = () => {
    if (name === '') return;
    dispatch(cloneRequested({ channel, name }));
    setSent(true);
  };
  return (
    <DialogFrame
      open
      title={t('Duplicate the channel "{{name}}"', { name: found?.name ?? '' })}
      onClose={close}
      actions={
        running ? (
          <Button busy={running.cancelled} onClick={close}>
            {t('Cancel')}
          </Button>
        ) : (
          <>
            <Button onClick={close}>{t('Cancel')}</Button>
            <Button kind="main" type="submit" form={form} icon="copy" disabled={name === ''}>
              {t('Duplicate')}
            </Button>
          </>
        )
      }
    >
      {running ? (
        <Progress {...running} />
      ) : (
        <Form id={form} label={t('Duplicate channel')} onSubmit={send}>
          {state.status === 'failed' && state.channel === channel && (
            <Alert title={t('The channel could not be duplicated.')}>
              <p>{reasonText(state.reason, t)}</p>
              <p>
                {state.isRemoved
                  ? t('Everything copied so far is removed. The original stays as it is.')
                  : t('What was copied so far is removed when you log in the next time.')}
              </p>
            </Alert>
          )}
          <TextField label={t('Channel name')} value={typed} onChange={setTyped} required autoFocus />
          <Consequences channel={channel} />
        </Form>
      )}
    </DialogFrame>
  );
}

function Progress({ done, total, share, cancelled }: Extract<CloneState, { status: 'running' }>) {
  const { t } = useTranslation();
  return (
    <>
      <ProgressBar
        label={cancelled ? t('Removing what was copied …') : t('Duplicating the channel …')}
        share={total === 0 ? null : Math.min(1, (done + share) / total)}
        figure={t('{{n}} of {{total}}', { n: done, total })}
      />
      <p className="dim">
        {t('If you cancel, or close this page, everything copied so far is removed. The original stays as it is.')}
      </p>
    </>
  );
}

function Consequences({ channel }: DuplicateChannelProps) {
  const { t } = useTranslation();
  const egresses = useSelector((state: WithChannels) => state.channel.list.find(({ id }) => id === channel)?.egresses);
  const publications = Object.keys(egresses ?? {}).filter((id) => !isBackup(egresses ?? {}, id)).length;
  return (
    <ul>
      <li>{t('Source, encoding, player, images, standby image and backup sources are copied as they are stored.')}</li>
      <li>{t('It gets stream keys and ports of its own. Enter the new key in the encoder.')}</li>
      <li>{t('It starts only when you start it. Rules of the schedule are not copied.')}</li>
      {publications > 0 && (
        <li>
          {t(
            '{{count}} publications are copied with their stream keys, and are off. Change the keys before you start them: two channels cannot use one key at the same time.',
            {
              count: publications,
              defaultValue_one:
                '{{count}} publication is copied with its stream key, and is off. Change the key before you start it: two channels cannot use one key at the same time.',
            },
          )}
        </li>
      )}
    </ul>
  );
}
