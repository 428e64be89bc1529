import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../controls/Button.tsx';
import { DialogFrame } from './DialogFrame.tsx';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  children: ReactNode;
  more?: ReactNode;
  confirm: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Starts on Cancel, so that an accidental Enter is harmless. */
export function ConfirmDialog({
  open,
  title,
  children,
  more,
  confirm,
  danger,
  busy,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { t } = useTranslation();
  return (
    <DialogFrame
      open={open}
      title={title}
      onClose={onClose}
      role="alertdialog"
      actions={
        <>
          <Button onClick={onClose} autoFocus>
            {t('Cancel')}
          </Button>
          <Button kind={danger ? 'dangerMain' : 'main'} busy={busy ?? false} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      <p>{children}</p>
      {more}
    </DialogFrame>
  );
}
