import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import type { Settings } from '../../../../catalog/form/fields.ts';
import { tileOf } from '../../../../catalog/wizardTiles.ts';
import { msg } from '../../../../i18n/msg.ts';
import { pushOf } from '../../../../media/address/pushAddress.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { FieldForm } from '../../../../ui/form/FieldForm.tsx';
import { Form } from '../../../../ui/form/Form.tsx';
import { useFetchHeldPorts } from '../../heldPorts/useFetchHeldPorts.tsx';
import { LoopFile } from '../../mediaFile/LoopFile.tsx';
import { isUploading, type WithMediaFile } from '../../mediaFile/slice.ts';
import { canEnterStreamsByHand, isAsBefore, isPushed, settingsReady } from '../../source/applyProbe.ts';
import type { WorkingAlternative } from '../../source/draft.ts';
import { ManualStreamPropertiesForm } from '../../source/ManualStreamPropertiesForm.tsx';
import { ProbeFailureBox } from '../../source/ProbeFailureBox.tsx';
import { ListenAddress, SourcePushAddress } from '../../source/PushAddress.tsx';
import { useDeviceSearch } from '../../source/useDeviceSearch.tsx';
import { useProbeConfirmation } from '../../source/useProbeConfirmation.tsx';
import { useSourceContext } from '../../source/useSourceContext.tsx';
import type { PictureKind } from '../arrival.ts';
import { askedFields, wizardFaultsOf } from '../faults.ts';
import {
  pictureWanted,
  videoProbeRequested,
  videoSettingsAccepted,
  videoSettingsChanged,
  type WithWizard,
  wayAccepted,
} from '../slice.ts';
import { ArrivalAlert, PictureChoice } from './ArrivalAlert.tsx';
import { FORM, StepFrame, type StepPanel, Submit } from './StepFrame.tsx';

const RTMP_OFF = msg('RTMP server is not enabled');
const SRT_OFF = msg('SRT server is not enabled');
const NONE: readonly string[] = [];
const AUDIO_ONLY = { kind: 'audio-only', isProbed: true } as const;

export const VideoSettingsPanel: StepPanel<'videoSettings'> = ({ draft, at }) => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const context = useSourceContext(draft.channel);
  const [tried, setTried] = useState(false);
  const faults = tried ? wizardFaultsOf(draft, context) : {};
  const errors = Object.fromEntries(Object.entries(faults).map(([key, text]) => [key, t(text)]));
  const fields = askedFields(draft, context);
  const pushed = isPushed(draft.video);
  const isUnchanged = isAsBefore('video', draft, context);
  const cannotListen = pushed && !settingsReady(draft.video, context);
  const tile = tileOf(draft.tile);
  const uploading = useSelector((state: WithMediaFile) => isUploading(state, draft.channel));
  const title = t(tile?.question ?? tile?.title ?? '');
  const devices = useDeviceSearch(draft.video.type, context);
  useFetchHeldPorts(draft.video);
  const probe = useProbeConfirmation(draft, 'video', context, () => dispatch(videoProbeRequested()));

  const strangers =
    useSelector(({ wizard }: WithWizard) => (wizard.status === 'open' ? wizard.strangers : undefined)) ?? NONE;

  const latest = useSelector(({ wizard }: WithWizard) => (wizard.status === 'open' ? wizard.arrival : null)) ?? null;
  // If the core does not report stream details, the probe reveals an audio-only stream.
  const isAudioOnly = at.failure?.verdict === 'nostream';
  const arrival = pushed ? (latest ?? (isAudioOnly ? AUDIO_ONLY : null)) : null;

  const retry = (settings: Settings) => {
    dispatch(videoSettingsChanged(settings));
    dispatch(videoProbeRequested());
  };
  const use = (alternative: WorkingAlternative) => dispatch(wayAccepted({ type: 'video', worked: alternative }));
  const addPicture = (kind: PictureKind) => dispatch(pictureWanted(kind));
  const submit = () => {
    if (isUnchanged) dispatch(videoSettingsAccepted());
    if (isUnchanged || cannotListen) return;
    const complete = Object.keys(wizardFaultsOf(draft, context)).length === 0;
    setTried(true);
    if (complete) probe.ask();
  };

  const lead = () => {
    if (!pushed || cannotListen) return undefined;
    return pushOf(draft.video)?.type === 'rtmp'
      ? t('Open the settings of OBS, copy these two values into it, then press "Start Streaming" there.')
      : t('Enter the server and stream key in OBS, vMix or your encoder, then start streaming.');
  };

  return (
    <StepFrame
      at={at}
      title={title}
      lead={lead()}
      note={cannotListen ? t(pushOf(draft.video)?.type === 'srt' ? SRT_OFF : RTMP_OFF) : undefined}
      actions={
        <>
          {isUnchanged && !cannotListen && (
            <Button disabled={uploading} onClick={probe.ask}>
              {t('Check the source')}
            </Button>
          )}
          <Submit text={t('Next')} disabled={cannotListen && !isUnchanged} />
        </>
      }
    >
      <Form id={FORM} label={title} onSubmit={submit}>
        {arrival && <ArrivalAlert fault={arrival} onPicture={addPicture} />}
        {at.failure && !arrival && (
          <ProbeFailureBox
            failure={at.failure}
            type="video"
            source={draft.video}
            onRetry={retry}
            onUse={use}
            audioAlone={draft.video.type === 'network' && <PictureChoice onPicture={addPicture} />}
          />
        )}
        <FieldForm
          fields={fields}
          settings={draft.video.settings}
          onChange={(settings) => dispatch(videoSettingsChanged(settings))}
          errors={errors}
          onRefresh={devices.search}
          panels={{
            listenAddress: <ListenAddress network={context.network} source={draft.video} />,
            loopFile: <LoopFile channel={draft.channel} type="video" source={draft.video} error={errors.file} />,
            pushAddress: (
              <SourcePushAddress
                network={context.network}
                source={draft.video}
                waits={!isUnchanged}
                drawn
                strangers={strangers}
                onTake={(name) => {
                  const { settings } = draft.video;
                  retry({ ...settings, push: { ...Object(settings.push), name } });
                }}
              />
            ),
          }}
        />
        {devices.told}
        {!at.failure && !isUnchanged && canEnterStreamsByHand(draft.video, context) && (
          <ManualStreamPropertiesForm type="video" source={draft.video} onUse={use} />
        )}
      </Form>
      {probe.dialog}
    </StepFrame>
  );
};
