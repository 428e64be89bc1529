import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import type { Channel } from '../../../../media/channel/channel.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { ConfirmDialog } from '../../../../ui/overlays/ConfirmDialog.tsx';
import { ChannelLoss } from '../../../live/channel/DeleteChannelDialog.tsx';
import type { WithChannels } from '../../../live/channel/slice.ts';
import { abortConfirmed, abortDeclined } from '../slice.ts';
import type { WizardStep } from '../stepOrder.ts';
import { StepFrame, type StepPanel } from './StepFrame.tsx';

type At = Extract<WizardStep, { step: 'abort' }>;

export const AbortPanel: StepPanel<'abort'> = ({ draft, at }) => {
  const { list } = useSelector(({ channel }: WithChannels) => channel);
  const channel = list.find(({ id }) => id === draft.channel);
  if (!channel) return null; // it was deleted a moment ago
  const only = list.length === 1;
  if (channel.available) return <LeaveExisting channel={channel} only={only} at={at} />;
  return only ? <NoWayOut at={at} /> : <RemoveNew channel={channel} at={at} />;
};

/** The only channel must be set up. */
function NoWayOut({ at }: { at: At }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  return (
    <StepFrame
      at={at}
      title={t('Cancel the setup')}
      actions={
        <Button kind="main" icon="back" onClick={() => dispatch(abortDeclined())}>
          {t('Back')}
        </Button>
      }
    >
      <p>{t("You can't abort the wizard because at least one input must be defined.")}</p>
    </StepFrame>
  );
}

/** A channel that was added but never saved can be deleted without harm. */
function RemoveNew({ channel, at }: { channel: Channel; at: At }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  return (
    <StepFrame
      at={at}
      title={t('Cancel the setup?')}
      actions={
        <>
          <Button onClick={() => dispatch(abortDeclined())}>{t('Continue setup')}</Button>
          <Button kind="danger" busy={at.deleting} onClick={() => dispatch(abortConfirmed())}>
            {t('Delete channel')}
          </Button>
        </>
      }
    >
      <p>
        {t('Are you sure? The channel "{{name}}" and everything you entered for it will be deleted.', {
          name: channel.name,
        })}
      </p>
    </StepFrame>
  );
}

/** A stored channel is kept by default; deleting it needs another confirmation. */
function LeaveExisting({ channel, only, at }: { channel: Channel; only: boolean; at: At }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const { name } = channel;
  const close = () => setAsking(false);
  return (
    <StepFrame
      at={at}
      title={t('Leave the setup?')}
      lead={t('The channel "{{name}}" stays as it was. Only the entries you made here are discarded.', { name })}
      actions={
        <>
          <Button onClick={() => dispatch(abortDeclined())}>{t('Continue setup')}</Button>
          <Button kind="main" onClick={() => navigate(`/${channel.id}`, { replace: true })}>
            {t('Discard and leave')}
          </Button>
        </>
      }
    >
      {only ? null : (
        <div>
          <Button kind="danger" busy={at.deleting} onClick={() => setAsking(true)}>
            {t('Delete channel …')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={isAsking}
        danger
        title={t('Delete the channel "{{name}}"?', { name })}
        confirm={t('Delete channel')}
        onClose={close}
        onConfirm={() => {
          close();
          dispatch(abortConfirmed());
        }}
      >
        <ChannelLoss channel={channel} />
      </ConfirmDialog>
    </StepFrame>
  );
}
