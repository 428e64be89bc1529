import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../../i18n/format.ts';
import { sanitizeDisplayText } from '../../../i18n/sanitizeDisplayText.ts';
import type { ImportConflict } from '../../../media/bundle/importPlan.ts';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { phraseText } from '../phraseText.ts';
import { conflictText } from './conflictTexts.ts';

interface ConflictListProps {
  title: string;
  conflicts: readonly ImportConflict[];
}

export function ConflictList({ title, conflicts }: ConflictListProps) {
  const { t, i18n } = useTranslation();
  const bytes = (size: number) => {
    const { figure, unit } = formatBytes(size, i18n.language);
    return `${figure} ${unit}`;
  };
  if (conflicts.length === 0) return null;
  return (
    <Alert tone="warning" title={title}>
      <ul>
        {conflicts.map((conflict) => {
          const text = conflictText(conflict, bytes);
          return (
            <li key={JSON.stringify(conflict)}>
              {phraseText({ ...text, values: text.values.map((value) => sanitizeDisplayText(value)) }, t)}{' '}
              {conflict.kind === 'unserved' && phraseText(conflict.reason, t)}
            </li>
          );
        })}
      </ul>
    </Alert>
  );
}
