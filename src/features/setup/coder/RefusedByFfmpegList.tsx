import { useTranslation } from 'react-i18next';
import { type TriedKind, trialRefusalOf } from '../../../media/encoding/ffmpegTrialResult.ts';
import type { Skills } from '../../../media/encoding/skills.ts';
import { UnavailableList } from './UnavailableList.tsx';

interface RefusedProps {
  kind: TriedKind;
  /** Names are texts of the catalog. */
  known: readonly { id: string; name: string }[];
  skills: Pick<Skills, 'trial'>;
}

/** What is not offered as this ffmpeg was seen to refuse it, with what it said. */
export function RefusedByFfmpegList({ kind, known, skills }: RefusedProps) {
  const { t } = useTranslation();
  return (
    <UnavailableList
      lacks={known.flatMap(({ id, name }) => {
        const line = trialRefusalOf(skills, kind, id);
        return line === null ? [] : [{ id, name: t(name), why: t('This ffmpeg refuses it: {{line}}', { line }) }];
      })}
    />
  );
}
