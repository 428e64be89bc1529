import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import type { Channel } from '../../../media/channel/channel.ts';
import { isBackup } from '../../../media/channel/publicationOutputs.ts';
import { Actions } from '../../../ui/controls/Actions.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { channelDeletionRequested } from './saga.ts';
import type { WithChannels } from './slice.ts';

interface DeleteChannelDialogProps {
  channel: string | null;
  onClose: () => void;
}

export function DeleteChannelDialog({ channel, onClose }: DeleteChannelDialogProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const found = useSelector((state: WithChannels) => state.channel.list.find(({ id }) => id === channel));
  return (
    <ConfirmDialog
      open={channel !== null && found !== undefined}
      danger
      title={t('Delete the channel "{{name}}"?', { name: found?.name ?? '' })}
      confirm={t('Delete channel')}
      onClose={onClose}
      onConfirm={() => {
        onClose();
        if (channel !== null) dispatch(channelDeletionRequested(channel));
      }}
    >
      {found && <ChannelLoss channel={found} />}
    </ConfirmDialog>
  );
}

const RECORDING = 'recording';

export function ChannelLoss({ channel }: { channel: Channel }) {
  const { t } = useTranslation();
  const only = useSelector((state: WithChannels) => state.channel.list.length === 1);
  const publications = Object.keys(channel.egresses).filter((id) => !isBackup(channel.egresses, id)).length;
  const records = Object.values(channel.egresses).some(({ service }) => service === RECORDING);
  return (
    <>
      {only
        ? t(
            'The stream stops immediately. Its segments, snapshot, player page and website entry are deleted. A new, empty channel takes its place. For a while, its settings can be restored under "Earlier versions" in the menu.',
          )
        : t(
            'The stream stops immediately. Its segments, snapshot, player page and website entry are deleted. For a while, its settings can be restored under "Earlier versions" in the menu.',
          )}{' '}
      {publications > 0 &&
        t('{{count}} publications are deleted as well.', {
          count: publications,
          defaultValue_one: '{{count}} publication is deleted as well.',
        })}{' '}
      {records && t('Recorded files stay on the disk; "Recordings" in the menu lists them.')}
    </>
  );
}

export function DeleteChannelCard({ channel }: { channel: string }) {
  const { t } = useTranslation();
  const deleting = useSelector((state: WithChannels) => state.channel.deleting === channel);
  const [asking, setAsking] = useState(false);
  return (
    <Card>
      <Actions back={<span className="dim">{t('Deleting a channel removes all its publications.')}</span>}>
        <Button kind="danger" icon="trash" busy={deleting} onClick={() => setAsking(true)}>
          {t('Delete')}
        </Button>
      </Actions>
      <DeleteChannelDialog channel={asking ? channel : null} onClose={() => setAsking(false)} />
    </Card>
  );
}
