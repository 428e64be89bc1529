import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useNavigate, useParams } from 'react-router-dom';
import { usePollProcessStates } from '../features/live/channel/usePollProcessStates.tsx';
import { ChannelPicture } from '../features/live/channelList/ChannelPicture.tsx';
import type { RootState } from '../features/setup/index.ts';
import { isUploading } from '../features/setup/mediaFile/slice.ts';
import { PublicationEffects, useConsequenceText } from '../features/setup/saveChannel/PublicationEffects.tsx';
import { useConsequence, useSaveConfirmation } from '../features/setup/saveChannel/useSaveConfirmation.tsx';
import { sourcesInto } from '../features/setup/source/applyProbe.ts';
import {
  draftToSave,
  isVerified,
  missingPart,
  wrongEncoding,
} from '../features/setup/source/editor/chooseSourceKind.ts';
import { AudioStep, VideoStep } from '../features/setup/source/editor/SourceSteps.tsx';
import { type OpenSourceForm, sourceDraftOf, sourceEditor } from '../features/setup/source/editor/slice.ts';
import { useSourceContext } from '../features/setup/source/useSourceContext.tsx';
import { isEdited } from '../features/shared/editor/createEditor.ts';
import { EditConflictDialog } from '../features/shared/editor/EditConflictDialog.tsx';
import { EditorScreen, useEditor } from '../features/shared/editor/EditorPage.tsx';
import { FailureFieldHighlight } from '../features/shared/failureHelp/FailureFieldHighlight.tsx';
import { Actions } from '../ui/controls/Actions.tsx';
import { Button, LinkButton } from '../ui/controls/Button.tsx';
import { Form } from '../ui/form/Form.tsx';
import { TypedInputsProvider, useTypedInputs } from '../ui/form/typedInputs.ts';
import { Card } from '../ui/layout/Card.tsx';
import { Page } from '../ui/layout/Page.tsx';
import { LeaveGuard } from '../ui/overlays/LeaveGuard.tsx';

const FORM = 'source';

export default function SourceScreen() {
  const { t } = useTranslation();
  const { channel = '' } = useParams();
  const target = useMemo(() => ({ channel }), [channel]);
  const { editor, retry } = useEditor(sourceEditor.actions, target, (state: RootState) => state.source);
  usePollProcessStates(channel);
  return (
    <EditorScreen
      editor={editor}
      title={t('Edit source')}
      failed={t('The channel could not be loaded.')}
      loading={t('Loading the channel …')}
      retry={retry}
    >
      {(open) => <Opened form={open} />}
    </EditorScreen>
  );
}

function Opened({ form }: { form: OpenSourceForm }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { step = 'video' } = useParams();
  const { channel } = form.target;
  const name = useSelector((state: RootState) => state.channel.list.find(({ id }) => id === channel)?.name);
  const context = useSourceContext(channel);
  const draft = sourceDraftOf(form);
  const audio = step === 'audio';
  const title = audio ? t('Audio settings') : t('Video settings');
  const path = (to: 'video' | 'audio') => `/${channel}/edit/source/${to}`;
  const missing = missingPart(draft, context);
  const next = isVerified(draft, 'video', context);
  const target = sourcesInto(draftToSave(draft, context), form.found.metadata, context.skills);
  const consequence = useConsequence(channel, form.found, missing ? null : { wanted: target, sends: true });
  const effect = useConsequenceText(consequence);
  const save = () => dispatch(sourceEditor.actions.saveRequested());
  const { requestSave, question } = useSaveConfirmation(channel, consequence, save);
  const explanations = {
    video: t('Probe the video source first.'),
    audio: t('Probe the audio source first.'),
    'no-video-audio': t('The video source has no audio that can be used. Choose another audio source.'),
  };
  const uploading = useSelector((state: RootState) => isUploading(state, channel));
  const note = audio ? (missing ? explanations[missing] : effect) : next ? undefined : explanations.video;
  const wrong = wrongEncoding(draft);
  const { holder, unread } = useTypedInputs(step);
  const submit = () => {
    // A fault is marked and focused, so no confirmation is needed.
    const behind = audio && (wrong === 'video' || unread.includes('video'));
    if (behind) navigate(path('video'));
    if (behind || wrong === 'video' || (wrong === 'audio' && audio)) return;
    if (audio && !missing) requestSave();
    if (!audio && next) navigate(path('audio'));
  };
  return (
    <Page title={title} context={name} width="text">
      <Card
        foot={
          <>
            {audio && <PublicationEffects channel={channel} consequence={consequence} />}
            <Actions
              back={
                <>
                  {audio && (
                    <LinkButton icon="back" href={`#${path('video')}`}>
                      {t('Back')}
                    </LinkButton>
                  )}
                  <LinkButton kind="quiet" href={`#/${channel}/edit`}>
                    {t('Cancel')}
                  </LinkButton>
                </>
              }
              note={note}
            >
              {audio ? (
                <Button
                  kind="main"
                  type="submit"
                  form={FORM}
                  busy={form.busy === 'saving'}
                  disabled={missing !== null || uploading || form.busy !== null}
                >
                  {t('Finish')}
                </Button>
              ) : (
                <Button kind="main" type="submit" form={FORM} disabled={!next || uploading || form.busy !== null}>
                  {t('Next: Audio')}
                </Button>
              )}
            </Actions>
          </>
        }
      >
        <Form id={FORM} label={title} onSubmit={submit}>
          <TypedInputsProvider value={holder}>
            <FailureFieldHighlight key={step} form={FORM} of="source">
              {audio ? (
                <AudioStep form={form} context={context} />
              ) : (
                <VideoStep
                  form={form}
                  context={context}
                  picture={<ChannelPicture channel={channel} className="crop-picture" />}
                />
              )}
            </FailureFieldHighlight>
          </TypedInputsProvider>
        </Form>
      </Card>
      <LeaveGuard
        changed={isEdited(form) || uploading || unread.length > 0}
        keeps={(to) => to.startsWith(`/${channel}/edit/source`)}
      />
      <EditConflictDialog
        editor={form}
        answers={sourceEditor}
        nameOf={([half = '', ...rest]) => ({
          name: half === 'video' ? t('Video source') : half === 'audio' ? t('Audio source') : t('Encoding'),
          secret: rest.includes('password') || rest.includes('inputs') || rest.includes('streams'),
        })}
        onSave={save}
      />
      {question}
    </Page>
  );
}
