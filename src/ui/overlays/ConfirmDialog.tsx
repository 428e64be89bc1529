import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../controls/Button.tsx';
import { DialogFrame } from './DialogFrame.tsx';

interface ConfirmDialogProps {
  open: boolean;
  /** The question. */
  title: string;
  /** What else will happen. */
  children: ReactNode;
  /** Below that: what does not fit into a paragraph. */
  more?: ReactNode;
  /** What the button does, e.g. "Stop stream". */
  confirm: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** The focus starts on Cancel: a nervous Enter breaks nothing. */
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
