import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { SourceContext } from '../../../../catalog/form/defineCatalogEntry.ts';
import { ChoiceField } from '../../../../ui/form/ChoiceField.tsx';
import { type AudioOrigin, audioOriginOf, hasAudio } from '../draft.ts';
import { isVerified } from './chooseSourceKind.ts';
import { EncodingSection } from './EncodingSection.tsx';
import { SourceFields } from './SourceFields.tsx';
import { audioOriginChosen, type OpenSourceForm, sourceDraftOf } from './slice.ts';

const ORIGINS: readonly AudioOrigin[] = ['video', 'own', 'none'];

export function AudioStep({ form, context }: StepProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const draft = sourceDraftOf(form);
  const origin = audioOriginOf(draft);
  const hasOwnAudio = hasAudio(draft.video);
  const isKnown = origin === 'video' ? hasOwnAudio : isVerified(draft, 'audio', context);
  const words = {
    video: {
      label: t('Audio from the video source'),
      note: hasOwnAudio
        ? t('The audio track that comes with the video.')
        : t("The source doesn't provide any audio streams. Please check the device."),
      disabled: !hasOwnAudio,
    },
    own: { label: t('A source of its own'), note: t('Generated audio, or another stream.') },
    none: { label: t('No audio'), note: t('Most platforms reject a stream without audio.') },
  };
  const choose = (value: string) => {
    const chosen = ORIGINS.find((origin) => origin === value);
    if (chosen) dispatch(audioOriginChosen(chosen));
  };
  return (
    <>
      <ChoiceField
        label={t('Audio source')}
        value={origin}
        disabled={form.busy !== null}
        onChange={choose}
        options={ORIGINS.map((value) => ({ value, ...words[value] }))}
      />
      {origin === 'own' && <SourceFields type="audio" form={form} context={context} />}
      {origin !== 'none' && isKnown && <EncodingSection type="audio" draft={draft} context={context} />}
    </>
  );
}

export interface StepProps {
  form: OpenSourceForm;
  context: SourceContext;
}

export function VideoStep({ form, context, picture }: StepProps & { picture: ReactNode }) {
  const draft = sourceDraftOf(form);
  return (
    <>
      <SourceFields type="video" form={form} context={context} />
      {isVerified(draft, 'video', context) && (
        <EncodingSection type="video" draft={draft} context={context} picture={picture} />
      )}
    </>
  );
}
