import { Suspense, use } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { encodersFor, isPassedByDefault } from '../../../../catalog/coders/chooseCoders.ts';
import { codecName } from '../../../../media/encoding/codecName.ts';
import { preferredStreams } from '../../../../media/encoding/preferredStreams.ts';
import type { StreamCoding } from '../../../../media/encoding/profile.ts';
import type { Stream } from '../../../../media/encoding/streams.ts';
import { Alert } from '../../../../ui/feedback/Alert.tsx';
import { Form } from '../../../../ui/form/Form.tsx';
import { SwitchField } from '../../../../ui/form/Switch.tsx';
import { NO_PICTURE } from '../../../live/streamInspector/captureProbePicture.ts';
import { LazyPanelsContext } from '../../../live/streamInspector/LazyPanelsContext.tsx';
import { CodingFields } from '../../coder/CodingFields.tsx';
import { PassthroughNote } from '../../coder/PassthroughNote.tsx';
import { OtherStreamsNote, StreamField } from '../../coder/StreamField.tsx';
import { type CoderChange, type CodingContext, isEncoded, offerFor } from '../../coder/streamCoding.ts';
import { codingContext, encodingFaultsOf } from '../../source/applyProbe.ts';
import { useSourceContext } from '../../source/useSourceContext.tsx';
import { coderChanged, videoAccepted, type WithWizard } from '../slice.ts';
import { FORM, StepFrame, type StepPanel, Submit } from './StepFrame.tsx';

export const VideoEncodingPanel: StepPanel<'videoResult'> = ({ draft, at }) => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const later = use(LazyPanelsContext);
  const picture = useSelector(({ wizard }: WithWizard) => (wizard.status === 'open' && wizard.picture) || NO_PICTURE);
  const context = codingContext(useSourceContext(draft.channel));
  const { video: coding } = draft.profile;
  const { streams } = draft.video;
  const stream = streams[coding.stream];
  if (!stream) return null; // the step requires a probe that found one

  const change = (changed: CoderChange) => dispatch(coderChanged(changed));
  const codec = t(codecName(stream.codec));
  const compatible = context.accepted.video.includes(stream.codec);
  const plays = isPassedByDefault(stream, 'video', context.accepted);
  const { stuck } = offerFor('video', coding, stream, context);
  const several = streams.filter(({ type }) => type === 'video').length > 1;
  const noEncoder = t("Your stream needs to be encoded, but there's no suitable encoder available.");
  const title = t('Video settings');
  const isWrong = Object.keys(encodingFaultsOf(draft, 'video')).length > 0;
  const passed = compatible && !isEncoded(coding.encoder);
  const lead = () => {
    if (passed && plays) return t('The video fits as it is. The server passes it on unchanged.');
    if (passed) return t('The server passes the video on unchanged.');
    if (compatible && !plays)
      return t('The source sends {{codec}} video, but not as players need it. The server converts it.', { codec });
    if (compatible) return t('The video fits as it is. The server changes it because you chose so.');
    return t('The source sends {{codec}} video. Players need H.264, so the server converts it.', { codec });
  };
  return (
    <StepFrame
      at={at}
      title={title}
      lead={lead()}
      note={stuck ? noEncoder : undefined}
      actions={<Submit text={t('Next')} disabled={stuck} />}
    >
      <Form id={FORM} label={title} onSubmit={() => !stuck && dispatch(videoAccepted())}>
        {later && (
          <Suspense>
            <later.ProbedSource video={stream} audio={preferredSound(streams, stream)} picture={picture} />
          </Suspense>
        )}
        {several && (
          <StreamField
            type="video"
            help={t('The source has several streams. Choose one by resolution.')}
            chosen={coding.stream}
            streams={streams}
            onChange={change}
          />
        )}
        {stuck && <Alert title={noEncoder}>{t('Set the source to H.264, or choose another of its streams.')}</Alert>}
        <OtherStreamsNote streams={streams} />
        {passed && <PassthroughNote type="video" coding={coding} stream={stream} context={context} onChange={change} />}
        {compatible && <ChangeAnyway coding={coding} stream={stream} context={context} onChange={change} />}
        {!passed && (
          <CodingFields
            type="video"
            coding={coding}
            streams={streams}
            context={context}
            words={{ encoder: t('Video encoder'), decoder: t('Video decoder') }}
            {...(compatible ? {} : { fold: { summary: t('Video encoding'), open: isWrong } })}
            onChange={change}
          />
        )}
      </Form>
    </StepFrame>
  );
};

const preferredSound = (streams: readonly Stream[], beside: Stream): Stream | null =>
  streams[preferredStreams('audio', streams, [], beside)[0] ?? -1] ?? null;

interface ChangeAnywayProps {
  coding: StreamCoding;
  stream: Stream;
  context: CodingContext;
  onChange: (change: CoderChange) => void;
}

/** A compatible stream can still be encoded in a smaller size. */
function ChangeAnyway({ coding, stream, context, onChange }: ChangeAnywayProps) {
  const { t } = useTranslation();
  const on = isEncoded(coding.encoder);
  const plays = isPassedByDefault(stream, 'video', context.accepted);
  const best = encodersFor('video', context.accepted.video, context.skills)[0]?.id;
  if (!best && !on) return null;
  return (
    <SwitchField
      label={plays ? t('Change it anyway') : t('Convert the video')}
      help={
        plays
          ? t('For a smaller video or fewer frames. The server has more work then.')
          : t('When off, the server passes it on unchanged.')
      }
      checked={on}
      onChange={(encodes) => onChange({ type: 'video', encoder: encodes && best ? best : 'copy', settings: {} })}
    />
  );
}
