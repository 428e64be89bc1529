import { useTranslation } from 'react-i18next';
import { SwitchField } from '../../ui/form/Switch.tsx';
import { Description, DescriptionList } from '../../ui/layout/DescriptionList.tsx';
import { DialogFrame } from '../../ui/overlays/DialogFrame.tsx';
import { shortcuts } from './shortcuts.ts';

interface ShortcutsDialogProps {
  open: boolean;
  /** Single keys can be in the way of speech input and slips of the hand: so they can be switched off. */
  on: boolean;
  onSwitch: (on: boolean) => void;
  onClose: () => void;
}

export function ShortcutsDialog({ open, on, onSwitch, onClose }: ShortcutsDialogProps) {
  const { t } = useTranslation();
  return (
    <DialogFrame open={open} title={t('Keyboard shortcuts')} onClose={onClose}>
      <DescriptionList>
        {shortcuts.map(({ key, text }) => (
          <Description key={key} label={t(text)}>
            <kbd>{key}</kbd>
          </Description>
        ))}
        <Description label={t('Close dialog or menu')}>
          <kbd>{t('Esc')}</kbd>
        </Description>
      </DescriptionList>
      <SwitchField
        label={t('Enable single-key shortcuts')}
        help={t('Ignored while you type.')}
        checked={on}
        onChange={onSwitch}
      />
    </DialogFrame>
  );
}
