import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../ui/Button.tsx';
import { DialogFrame } from '../../ui/DialogFrame.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Actions } from '../../ui/layout.tsx';
import { List, Row } from '../../ui/Row.tsx';
import type { RootState } from '../root.ts';
import { channelWanted } from './saga.ts';
import { channelSelected } from './slice.ts';

export function ChannelList({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { list, current } = useSelector((state: RootState) => state.channel);
  const [name, setName] = useState('');
  const add = () => {
    if (name.trim() === '') return;
    dispatch(channelWanted({ name: name.trim() }));
    setName('');
    onClose();
  };
  return (
    <DialogFrame open={open} title={t('Channels')} onClose={onClose}>
      <List label={t('Channels')}>
        {list.map((channel) => (
          <Row
            key={channel.id}
            icon="camera"
            title={channel.name}
            detail={channel.available ? '' : t('Not set up yet')}
            end={
              <Button
                disabled={channel.id === current}
                onClick={() => {
                  dispatch(channelSelected(channel.id));
                  location.hash = `/${channel.id}`;
                  onClose();
                }}
              >
                {channel.id === current ? t('Selected') : t('Select {{name}}', { name: channel.name })}
              </Button>
            }
          />
        ))}
      </List>
      <Form label={t('Add channel')} onSubmit={add}>
        <TextField label={t('Name of a new channel')} value={name} onChange={setName} />
        <Actions>
          <Button kind="main" type="submit" icon="add" disabled={name.trim() === ''}>
            {t('Add')}
          </Button>
        </Actions>
      </Form>
    </DialogFrame>
  );
}
