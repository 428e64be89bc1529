import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { tileOf } from '../../../catalog/tiles.ts';
import { FieldForm } from '../../../ui/form/FieldForm.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { isPushed, settingsReady } from '../decide.ts';
import { askedFields, faultsOf } from '../faults.ts';
import { videoProbeRequested, videoSettingsChanged } from '../slice.ts';
import { FailureBox } from './FailureBox.tsx';
import { PushAddress } from './PushAddress.tsx';
import { FORM, type Panel, StepFrame, Submit } from './StepFrame.tsx';
import { useSourceContext } from './useSourceContext.tsx';

export const VideoSettingsPanel: Panel<'videoSettings'> = ({ draft, at }) => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const context = useSourceContext(draft.channel);
  const [tried, setTried] = useState(false);
  const faults = tried ? faultsOf(draft, context) : {};
  const errors = Object.fromEntries(Object.entries(faults).map(([key, text]) => [key, t(text)]));
  const fields = askedFields(draft, context);
  const pushed = isPushed(draft.video);
  const deaf = pushed && !settingsReady(draft.video, context);
  const tile = tileOf(draft.tile);
  const title = t(tile?.question ?? tile?.title ?? '');

  const submit = () => {
    if (deaf) return;
    const complete = Object.keys(faultsOf(draft, context)).length === 0;
    setTried(true);
    if (complete) dispatch(videoProbeRequested());
  };

  return (
    <StepFrame
      at={at}
      title={title}
      lead={
        pushed && !deaf
          ? t('Enter the server and stream key in OBS, vMix or your encoder, then start streaming.')
          : undefined
      }
      note={deaf ? t('RTMP server is not enabled') : undefined}
      actions={<Submit text={t('Next')} disabled={deaf} />}
    >
      <Form id={FORM} label={title} onSubmit={submit}>
        {at.failure && <FailureBox failure={at.failure} type="video" source={draft.video} />}
        <FieldForm
          fields={fields}
          settings={draft.video.settings}
          onChange={(settings) => dispatch(videoSettingsChanged(settings))}
          errors={errors}
          panels={{ pushAddress: <PushAddress network={context.network} /> }}
        />
      </Form>
    </StepFrame>
  );
};
