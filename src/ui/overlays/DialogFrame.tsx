import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Actions } from '../controls/Actions.tsx';
import { IconButton, IconLink } from '../controls/Button.tsx';
import { TruncatedName } from '../controls/TruncatedName.tsx';
import { Announcer } from '../feedback/Announcer.tsx';
import { helpAddress } from '../help/helpTopics.ts';
import { useNarrowViewport } from '../viewportHooks.ts';
import { useLazyOverlays } from './useLazyOverlays.ts';

interface DialogFrameProps {
  open: boolean;
  title: string;
  onClose: () => void;
  /** Buttons, the main one last; by default a close button. */
  actions?: ReactNode;
  /** 960 px instead of 520, for logs. */
  wide?: boolean;
  /** A help topic (helpTopics.ts), as the dialog covers the header's link. */
  help?: string;
  role?: 'dialog' | 'alertdialog';
  children: ReactNode;
}

/** Traps and returns the focus; Escape closes. Full screen on phones. */
export function DialogFrame({
  open,
  title,
  onClose,
  actions,
  wide = false,
  help,
  role = 'dialog',
  children,
}: DialogFrameProps) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const narrow = useNarrowViewport();
  const overlays = useLazyOverlays(open);
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
          <TruncatedName of={title} />
        </h2>
        {help !== undefined && <IconLink icon="help" label={t('Help')} href={helpAddress(help, i18n.language)} />}
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
