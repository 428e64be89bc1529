import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type TriedKind, trialRefusalOf } from '../../../media/encoding/ffmpegTrialResult.ts';
import type { Skills } from '../../../media/encoding/skills.ts';
import { Disclosure } from '../../../ui/controls/Disclosure.tsx';
import { Stack } from '../../../ui/layout/Card.tsx';

interface RefusedProps {
  kind: TriedKind;
  /** Names are untranslated texts of the catalog. */
  known: readonly { id: string; name: string }[];
  skills: Pick<Skills, 'trial'>;
}

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

interface LacksProps {
  /** Translated name, reason and remedy. */
  lacks: readonly { id: string; name: string; why: string }[];
  children?: ReactNode;
}

/** Coders that another core could offer, folded. */
export function UnavailableList({ lacks, children }: LacksProps) {
  const { t } = useTranslation();
  if (lacks.length === 0) return null;
  return (
    <Disclosure summary={t('Not possible on this core')} note={String(lacks.length)}>
      <Stack>
        {lacks.map(({ id, name, why }) => (
          <p key={id} className="small">
            <b>{name}</b>: <span className="dim">{why}</span>
          </p>
        ))}
        {children}
      </Stack>
    </Disclosure>
  );
}
