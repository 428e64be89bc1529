import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { SourceContext } from '../../../../catalog/form/defineCatalogEntry.ts';
import type { Fields } from '../../../../catalog/form/fields.ts';
import { withValue } from '../../../../catalog/form/fieldValues.ts';
import { sourceOf } from '../../../../catalog/sources/index.ts';
import { virtualaudio } from '../../../../catalog/sources/virtualaudio.ts';
import { msg } from '../../../../i18n/msg.ts';
import { ChoiceField } from '../../../../ui/form/ChoiceField.tsx';
import { FieldForm } from '../../../../ui/form/FieldForm.tsx';
import { Form } from '../../../../ui/form/Form.tsx';
import { CodingFields } from '../../coder/CodingFields.tsx';
import { StreamField } from '../../coder/StreamField.tsx';
import type { CoderChange } from '../../coder/streamCoding.ts';
import { useFetchHeldPorts } from '../../heldPorts/useFetchHeldPorts.tsx';
import { LoopFile } from '../../mediaFile/LoopFile.tsx';
import { canEnterStreamsByHand, codingContext, encodingFaultsOf } from '../../source/applyProbe.ts';
import { hasAudio, sourceFor, type WorkingAlternative } from '../../source/draft.ts';
import { keepUnread } from '../../source/editor/chooseSourceKind.ts';
import { lackingKinds } from '../../source/lookForDevices.ts';
import { ManualStreamPropertiesForm } from '../../source/ManualStreamPropertiesForm.tsx';
import { ProbeFailureBox } from '../../source/ProbeFailureBox.tsx';
import { ListenAddress, SourcePushAddress } from '../../source/PushAddress.tsx';
import { LackingSources, useDeviceSearch } from '../../source/useDeviceSearch.tsx';
import { useProbeConfirmation } from '../../source/useProbeConfirmation.tsx';
import { useSourceContext } from '../../source/useSourceContext.tsx';
import { audioNeedsProbe } from '../buildIngestMetadata.ts';
import { type AudioChoice, audioChoiceOf, type WizardDraft } from '../draft.ts';
import { audioFaultsOf } from '../faults.ts';
import { audioAccepted, audioChosen, audioSettingsChanged, coderChanged, wayAccepted } from '../slice.ts';
import { audioChoicesOf } from '../wizardOpening.ts';
import { FORM, StepFrame, type StepPanel, Submit } from './StepFrame.tsx';

interface OwnAudioFieldsProps {
  draft: WizardDraft;
  context: SourceContext;
  errors: Readonly<Record<string, string>>;
}

function OwnAudioFields({ draft, context, errors }: OwnAudioFieldsProps) {
  const dispatch = useDispatch();
  const { audio, channel } = draft;
  const fields = sourceOf(audio.type)?.form(context) ?? {};
  const devices = useDeviceSearch(audio.type, context);
  useFetchHeldPorts(audio);
  return (
    <>
      <FieldForm
        name={audio.type}
        fields={fields}
        settings={audio.settings}
        onChange={(settings) => dispatch(audioSettingsChanged(keepUnread(audio.settings, fields, settings)))}
        errors={errors}
        onRefresh={devices.search}
        panels={{
          pushAddress: (
            <SourcePushAddress
              network={context.network}
              source={audio}
              waits={false}
              onTake={(name) => dispatch(audioSettingsChanged(withValue(audio.settings, 'push.name', name)))}
            />
          ),
          listenAddress: <ListenAddress network={context.network} source={audio} />,
          loopFile: <LoopFile channel={channel} type="audio" source={audio} error={errors.file} />,
        }}
      />
      {devices.told}
    </>
  );
}

/** Silence is a separate choice, so it is left out of the waveforms. */
const audible = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [
      key,
      key === 'source' && field.kind === 'select'
        ? { ...field, options: field.options.filter(({ value }) => value !== 'silence') }
        : field,
    ]),
  );

type Words = { label: string; note: string };

const OWN_WORDS: Readonly<Record<string, Words>> = {
  alsa: { label: msg('Microphone or sound card'), note: msg('A device that is plugged into the server.') },
  network: { label: msg('Audio of another stream'), note: msg('This server fetches it from an address.') },
  audioloop: { label: msg('Audio file'), note: msg('A file that you upload, played in a loop.') },
};

function useWords(draft: WizardDraft): (choice: AudioChoice) => Words {
  const { t } = useTranslation();
  const own = hasAudio(draft.video);
  const words: Record<Exclude<AudioChoice, `source:${string}`>, Words> = {
    video: { label: t('Use the audio of the video'), note: t('Recommended: it comes with the video.') },
    silence: {
      label: t('Silence'),
      note: own
        ? t("The source's audio is not used.")
        : t('Recommended: the source has no audio, and most platforms require an audio track.'),
    },
    tone: { label: t('Test tone or noise'), note: t('Generated audio for testing.') },
    none: { label: t('No audio'), note: t('Most platforms reject a stream without audio.') },
  };
  return (choice) => {
    if (!isOwn(choice)) return words[choice];
    const id = choice.slice('source:'.length);
    const source = sourceOf(id);
    if (!source) return { label: t(id), note: t('It stays as it is until you choose another type.') };
    const { label, note } = OWN_WORDS[id] ?? { label: source.name, note: '' };
    return { label: t(label), note: t(note) };
  };
}

const isOwn = (choice: AudioChoice): choice is `source:${string}` => choice.startsWith('source:');

export const AudioSettingsPanel: StepPanel<'audioSettings'> = ({ draft, at }) => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const context = useSourceContext(draft.channel);
  const words = useWords(draft);
  const choice = audioChoiceOf(draft);
  const choices = audioChoicesOf(draft, context);
  const own = isOwn(choice);
  const [tried, setTried] = useState(false);
  const faults = own && tried ? audioFaultsOf(draft, context) : {};
  const errors = Object.fromEntries(Object.entries(faults).map(([key, text]) => [key, t(text)]));
  const probe = useProbeConfirmation(draft, 'audio', context, () => dispatch(audioAccepted()));
  const coding = draft.profile.audio;
  const { streams } = sourceFor('audio', draft);
  const several = streams.filter(({ type }) => type === 'audio').length > 1;
  const change = (changed: CoderChange) => dispatch(coderChanged(changed));
  const title = t('Choose an audio source');
  const use = (alternative: WorkingAlternative) => dispatch(wayAccepted({ type: 'audio', worked: alternative }));
  const choose = (value: string) => {
    const chosen = choices.find((option) => option === value);
    if (chosen) dispatch(audioChosen(chosen));
    setTried(false);
  };
  const submit = () => {
    setTried(true);
    if (!own || !audioNeedsProbe(draft, context)) dispatch(audioAccepted());
    else if (Object.keys(audioFaultsOf(draft, context)).length === 0) probe.ask();
  };
  return (
    <StepFrame at={at} title={title} actions={<Submit text={t('Next')} />}>
      <Form id={FORM} label={title} onSubmit={submit}>
        {at.failure && (
          <ProbeFailureBox
            failure={at.failure}
            type="audio"
            source={sourceFor('audio', draft)}
            onRetry={(settings) => {
              if (own) dispatch(audioSettingsChanged(settings));
              dispatch(audioAccepted());
            }}
            {...(own ? { onUse: use } : {})}
          />
        )}
        <ChoiceField
          label={t('Audio source')}
          titled
          value={choice}
          onChange={choose}
          options={choices.map((value, at) => ({ value, ...words(value), rare: at > 0 }))}
          others={t('Other audio')}
        >
          <LackingSources lacks={lackingKinds('audio', context)} context={context} />
        </ChoiceField>
        {own && <OwnAudioFields key={choice} draft={draft} context={context} errors={errors} />}
        {own && !at.failure && audioNeedsProbe(draft, context) && canEnterStreamsByHand(draft.audio, context) && (
          <ManualStreamPropertiesForm type="audio" source={draft.audio} onUse={use} />
        )}
        {choice === 'video' && several && (
          <StreamField type="audio" chosen={coding.stream} streams={streams} onChange={change} />
        )}
        {choice === 'tone' && (
          <FieldForm
            fields={audible(virtualaudio.form(context))}
            settings={draft.audio.settings}
            onChange={(settings) => dispatch(audioSettingsChanged(settings))}
          />
        )}
        {choice !== 'none' && (!own || streams.length > 0) && (
          <CodingFields
            type="audio"
            coding={coding}
            streams={streams}
            context={codingContext(context)}
            words={{ encoder: t('Audio encoder'), decoder: t('Audio decoder') }}
            fold={{ summary: t('Audio encoding'), open: Object.keys(encodingFaultsOf(draft, 'audio')).length > 0 }}
            onChange={change}
          />
        )}
      </Form>
      {probe.dialog}
    </StepFrame>
  );
};
