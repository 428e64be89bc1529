import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { Fields } from '../../../catalog/fields.ts';
import { virtualaudio } from '../../../catalog/sources/virtualaudio.ts';
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx';
import { FieldForm } from '../../../ui/form/FieldForm.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { type AudioChoice, audioChoiceOf, hasAudio, type WizardDraft } from '../draft.ts';
import { audioAccepted, audioChosen, audioSettingsChanged, audioStreamChosen } from '../slice.ts';
import { FailureBox } from './FailureBox.tsx';
import { FORM, type Panel, StepFrame, Submit } from './StepFrame.tsx';

/** Silence is a choice of its own. */
const audible: Fields = Object.fromEntries(
  Object.entries(virtualaudio.fields).map(([key, field]) => [
    key,
    key === 'source' && field.kind === 'select'
      ? { ...field, options: field.options.filter(({ value }) => value !== 'silence') }
      : field,
  ]),
);

export const AudioSettingsPanel: Panel<'audioSettings'> = ({ draft, at }) => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const choice = audioChoiceOf(draft);
  const own = hasAudio(draft.video);
  const title = t('Where does the sound come from?');
  const options: { value: AudioChoice; label: string; note: string }[] = [
    ...(own
      ? [
          {
            value: 'video' as const,
            label: t('The sound of the video source'),
            note: t('As it comes with the picture.'),
          },
        ]
      : []),
    {
      value: 'silence',
      label: t('Silence'),
      note: own
        ? t('The sound of the source is left out.')
        : t('Recommended, because the source has no sound and most platforms insist on an audio channel.'),
    },
    { value: 'tone', label: t('Test tone or noise'), note: t('A generated sound, to try things out.') },
    { value: 'none', label: t('No audio channel'), note: t('Most platforms refuse a stream without one.') },
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
        <ChoiceField label={t('Source of the sound')} value={choice} onChange={choose} options={options} />
        {choice === 'video' && <OwnAudio draft={draft} />}
        {choice === 'tone' && (
          <FieldForm
            fields={audible}
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
    type === 'audio' ? [{ value: String(position), label: `${codec.toUpperCase()} ${layout} ${sampling_hz}Hz` }] : [],
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
