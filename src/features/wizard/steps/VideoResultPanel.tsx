import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { decodersFor, INGEST_CODECS, offeredFor } from '../../../catalog/coders/select.ts';
import { codecName } from '../../../media/codecName.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { CoderChoice } from '../../coder/CoderChoice.tsx';
import { videoAccepted, videoChanged } from '../slice.ts';
import { FORM, type Panel, StepFrame, Submit } from './StepFrame.tsx';
import { useSourceContext } from './useSourceContext.tsx';

export const VideoResultPanel: Panel<'videoResult'> = ({ draft, at }) => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { skills } = useSourceContext(draft.channel);
  const { stream: index, encoder, decoder } = draft.profile.video;
  const stream = draft.video.streams[index];
  if (!stream) return null; // this step follows only on a probe that chose one

  const codec = t(codecName(stream.codec));
  const compatible = INGEST_CODECS.video.includes(stream.codec);
  const encoders = compatible ? [] : offeredFor(stream, 'video', INGEST_CODECS.video, skills);
  const decoders = compatible ? [] : decodersFor('video', stream.codec, skills);
  const stuck = !compatible && encoders.length === 0;
  const noEncoder = t("Your stream needs to be encoded, but there's no suitable encoder available.");
  const streams = draft.video.streams.flatMap(({ type, width, height, codec: name }, position) =>
    type === 'video' ? [{ value: String(position), label: `${width}×${height}, ${t(codecName(name))}` }] : [],
  );
  const title = t('Video settings');
  return (
    <StepFrame
      at={at}
      title={title}
      lead={
        compatible
          ? t('The source is compatible. The video is passed through without re-encoding.')
          : t('The source sends {{codec}}. Players need H.264, so the server has to transcode it.', { codec })
      }
      note={stuck ? noEncoder : undefined}
      actions={<Submit text={t('Next')} disabled={stuck} />}
    >
      <Form id={FORM} label={title} onSubmit={() => !stuck && dispatch(videoAccepted())}>
        <SelectField
          label={t('Stream')}
          help={streams.length > 1 ? t('The source has several streams. Choose one by resolution.') : undefined}
          value={String(index)}
          onChange={(value) => dispatch(videoChanged({ stream: Number(value) }))}
          options={streams}
        />
        {stuck && <Alert title={noEncoder}>{t('Set the source to H.264, or choose another of its streams.')}</Alert>}
        {encoders.length > 0 && (
          <CoderChoice
            label={t('Video encoder')}
            coders={encoders}
            chosen={encoder}
            onChange={(id, settings) => dispatch(videoChanged({ encoder: id, settings }))}
          />
        )}
        {decoders.length > 1 && (
          <CoderChoice
            label={t('Video decoder')}
            coders={decoders}
            chosen={decoder}
            onChange={(id, settings) => dispatch(videoChanged({ decoder: id, settings }))}
          />
        )}
      </Form>
    </StepFrame>
  );
};
