import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/controls/Button.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { DialogFrame } from '../../../ui/overlays/DialogFrame.tsx';

interface AddChannelProps {
  open: boolean;
  onAdd: (name: string) => void;
  onClose: () => void;
}

export function AddChannelDialog({ open, onAdd, onClose }: AddChannelProps) {
  const { t } = useTranslation();
  const form = useId();
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const close = () => {
    setTyped('');
    onClose();
  };
  const add = () => {
    if (name === '') return;
    close();
    onAdd(name);
  };
  return (
    <DialogFrame
      open={open}
      title={t('Add channel')}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button kind="main" type="submit" form={form} icon="add" disabled={name === ''}>
            {t('Add')}
          </Button>
        </>
      }
    >
      <Form id={form} label={t('Add channel')} onSubmit={add}>
        <TextField
          label={t('Channel name')}
          help={t('Video setup comes next.')}
          value={typed}
          onChange={setTyped}
          required
          autoFocus
        />
      </Form>
    </DialogFrame>
  );
}
