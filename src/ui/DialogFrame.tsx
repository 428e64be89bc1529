import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Announcer } from './Announcer.tsx';
import { IconButton } from './Button.tsx';
import { useNarrow } from './hooks.ts';
import { Actions } from './layout.tsx';
import { Name } from './Name.tsx';
import { useOverlays } from './useOverlays.ts';

interface DialogFrameProps {
  open: boolean;
  title: string;
  onClose: () => void;
  /** Buttons, the main one last. Without them the cross closes. */
  actions?: ReactNode;
  /** 960 px instead of 520, for logs. */
  wide?: boolean;
  /** alertdialog for a question that must be answered. */
  role?: 'dialog' | 'alertdialog';
  children: ReactNode;
}

/** The focus moves in, stays in and goes back; Escape closes. On phones it takes the whole screen. */
export function DialogFrame({
  open,
  title,
  onClose,
  actions,
  wide = false,
  role = 'dialog',
  children,
}: DialogFrameProps) {
  const { t } = useTranslation();
  const id = useId();
  const narrow = useNarrow();
  const overlays = useOverlays(open);
  if (!overlays) return null;
  return (
    <overlays.Dialog
      open={open}
      onClose={onClose}
      fullWidth
      fullScreen={narrow && role === 'dialog'}
      maxWidth={wide ? 'md' : 'sm'}
      aria-labelledby={id}
      role={role}
    >
      <Announcer />
      <div className="card-head">
        <h2 id={id}>
          <Name of={title} />
        </h2>
        {role === 'dialog' && <IconButton icon="close" label={t('Close')} onClick={onClose} />}
      </div>
      <div className="dialog-body stack">{children}</div>
      {actions && (
        <div className="card-foot">
          <Actions>{actions}</Actions>
        </div>
      )}
    </overlays.Dialog>
  );
}
