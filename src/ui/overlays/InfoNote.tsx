import { useTranslation } from 'react-i18next';
import { Icon } from '../look/icons.tsx';
import { Popover } from './Popover.tsx';

interface InfoNoteProps {
  /** What it belongs to, as it is written there. */
  about: string;
  text: string;
}

/** Small print behind an (i): by pointing, by focus, by a press. */
export function InfoNote({ about, text }: InfoNoteProps) {
  const { t } = useTranslation();
  return (
    <Popover button={<Icon name="info" size={16} label={t('Note: {{what}}', { what: about })} />}>
      <p>{text}</p>
    </Popover>
  );
}
