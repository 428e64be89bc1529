import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { Fields } from '../../../catalog/fields.ts';
import { sourceOf } from '../../../catalog/sources/index.ts';
import { virtualaudio } from '../../../catalog/sources/virtualaudio.ts';
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx';
import { FieldForm } from '../../../ui/form/FieldForm.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { CodingFields, StreamField } from '../../coder/CodingFields.tsx';
import type { CoderChange } from '../../coder/coding.ts';
import { codingContext } from '../../source/decide.ts';
import { hasAudio, sourceFor } from '../../source/draft.ts';
import { FailureBox } from '../../source/FailureBox.tsx';
import { useSourceContext } from '../../source/useSourceContext.tsx';
import { audioChoicesOf } from '../choices.ts';
import { type AudioChoice, audioChoiceOf, type WizardDraft } from '../draft.ts';
import { audioAccepted, audioChosen, audioSettingsChanged, coderChanged } from '../slice.ts';
import { FORM, type Panel, StepFrame, Submit } from './StepFrame.tsx';

/** Silence is a choice of its own. */
const audible = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [
      key,
      key === 'source' && field.kind === 'select'
        ? { ...field, options: field.options.filter(({ value }) => value !== 'silence') }
        : field,
    ]),
  );

function useWords(draft: WizardDraft): Record<AudioChoice, { label: string; note: string }> {
  const { t } = useTranslation();
  const { type = '' } = draft.before?.audio ?? {};
  const own = hasAudio(draft.video);
  return {
    video: { label: t('Audio from the video source'), note: t('The audio track that comes with the video.') },
    stored: {
      label: t('Audio as it is: {{source}}', { source: t(sourceOf(type)?.name ?? type) }),
      note: t('A source of its own. The source editor can change it.'),
    },
    silence: {
      label: t('Silence'),
      note: own
        ? t("The source's audio is not used.")
        : t('Recommended: the source has no audio, and most platforms require an audio track.'),
    },
    tone: { label: t('Test tone or noise'), note: t('Generated audio for testing.') },
    none: { label: t('No audio'), note: t('Most platforms reject a stream without audio.') },
  };
}

export const AudioSettingsPanel: Panel<'audioSettings'> = ({ draft, at }) => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const context = useSourceContext(draft.channel);
  const words = useWords(draft);
  const choice = audioChoiceOf(draft);
  const choices = audioChoicesOf(draft);
  const coding = draft.profile.audio;
  const { streams } = sourceFor('audio', draft);
  const change = (changed: CoderChange) => dispatch(coderChanged(changed));
  const title = t('Choose an audio source');
  const choose = (value: string) => {
    const chosen = choices.find((option) => option === value);
    if (chosen) dispatch(audioChosen(chosen));
  };
  return (
    <StepFrame at={at} title={title} actions={<Submit text={t('Next')} />}>
      <Form id={FORM} label={title} onSubmit={() => dispatch(audioAccepted())}>
        {at.failure && (
          <FailureBox
            failure={at.failure}
            type="audio"
            source={sourceFor('audio', draft)}
            onRetry={() => dispatch(audioAccepted())}
          />
        )}
        <ChoiceField
          label={t('Audio source')}
          value={choice}
          onChange={choose}
          options={choices.map((value) => ({ value, ...words[value] }))}
        />
        {choice === 'video' && <StreamField type="audio" chosen={coding.stream} streams={streams} onChange={change} />}
        {choice === 'tone' && (
          <FieldForm
            fields={audible(virtualaudio.form(context))}
            settings={draft.audio.settings}
            onChange={(settings) => dispatch(audioSettingsChanged(settings))}
          />
        )}
        {choice !== 'none' && (
          <CodingFields
            type="audio"
            coding={coding}
            streams={streams}
            context={codingContext(context)}
            words={{ encoder: t('Audio encoder'), decoder: t('Audio decoder') }}
            onChange={change}
          />
        )}
      </Form>
    </StepFrame>
  );
};
