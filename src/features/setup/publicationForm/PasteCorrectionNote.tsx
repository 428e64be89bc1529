import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/controls/Button.tsx';

interface PastedNoteProps {
  text: string;
  act: string | null;
  onAct: () => void;
}

/** Below a field: what stands in it, and the one press that mends it. */
export function PasteCorrectionNote({ text, act, onAct }: PastedNoteProps) {
  const { t } = useTranslation();
  return (
    <div className="actions" role="status">
      <span className="field-note">{t(text)}</span>
      {act !== null && (
        <Button kind="quiet" onClick={onAct}>
          {t(act)}
        </Button>
      )}
    </div>
  );
}
