import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { Fields } from '../../../catalog/fields.ts';
import { virtualaudio } from '../../../catalog/sources/virtualaudio.ts';
import { codecName } from '../../../media/codecName.ts';
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx';
import { FieldForm } from '../../../ui/form/FieldForm.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { type AudioChoice, audioChoiceOf, hasAudio, type WizardDraft } from '../draft.ts';
import { audioAccepted, audioChosen, audioSettingsChanged, audioStreamChosen } from '../slice.ts';
import { FailureBox } from './FailureBox.tsx';
import { FORM, type Panel, StepFrame, Submit } from './StepFrame.tsx';
import { useSourceContext } from './useSourceContext.tsx';

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

export const AudioSettingsPanel: Panel<'audioSettings'> = ({ draft, at }) => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const context = useSourceContext(draft.channel);
  const choice = audioChoiceOf(draft);
  const own = hasAudio(draft.video);
  const title = t('Choose an audio source');
  const options: { value: AudioChoice; label: string; note: string }[] = [
    ...(own
      ? [
          {
            value: 'video' as const,
            label: t('Audio from the video source'),
            note: t('The audio track that comes with the video.'),
          },
        ]
      : []),
    {
      value: 'silence',
      label: t('Silence'),
      note: own
        ? t("The source's audio is not used.")
        : t('Recommended: the source has no audio, and most platforms require an audio track.'),
    },
    { value: 'tone', label: t('Test tone or noise'), note: t('Generated audio for testing.') },
    { value: 'none', label: t('No audio'), note: t('Most platforms reject a stream without audio.') },
  ];
  const choose = (value: string) => {
    const chosen = options.find((option) => option.value === value);
    if (chosen) dispatch(audioChosen(chosen.value));
  };
  return (
    <StepFrame at={at} title={title} actions={<Submit text={t('Next')} />}>
      <Form id={FORM} label={title} onSubmit={() => dispatch(audioAccepted())}>
        {at.failure && (
          <FailureBox failure={at.failure} type="audio" source={choice === 'video' ? draft.video : draft.audio} />
        )}
        <ChoiceField label={t('Audio source')} value={choice} onChange={choose} options={options} />
        {choice === 'video' && <OwnAudio draft={draft} />}
        {choice === 'tone' && (
          <FieldForm
            fields={audible(virtualaudio.form(context))}
            settings={draft.audio.settings}
            onChange={(settings) => dispatch(audioSettingsChanged(settings))}
          />
        )}
      </Form>
    </StepFrame>
  );
};

function OwnAudio({ draft: { video, profile } }: { draft: WizardDraft }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const streams = video.streams.flatMap(({ type, codec, layout, sampling_hz }, position) =>
    type === 'audio' ? [{ value: String(position), label: `${t(codecName(codec))} ${layout} ${sampling_hz} Hz` }] : [],
  );
  return (
    <SelectField
      label={t('Stream')}
      value={String(profile.audio.stream)}
      onChange={(value) => dispatch(audioStreamChosen(Number(value)))}
      options={streams}
    />
  );
}
