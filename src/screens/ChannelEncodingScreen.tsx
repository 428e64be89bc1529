import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useParams } from 'react-router-dom';
import { usePollProcessStates } from '../features/live/channel/usePollProcessStates.tsx';
import { ChannelPicture } from '../features/live/channelList/ChannelPicture.tsx';
import { setupOf } from '../features/setup/channelSettings/SourceSections.tsx';
import { channelTabs } from '../features/setup/channelSettings/tabs.ts';
import type { RootState } from '../features/setup/index.ts';
import { PublicationEffects, useConsequenceText } from '../features/setup/saveChannel/PublicationEffects.tsx';
import { useConsequence, useSaveConfirmation } from '../features/setup/saveChannel/useSaveConfirmation.tsx';
import { sourcesInto } from '../features/setup/source/applyProbe.ts';
import { audioOriginOf } from '../features/setup/source/draft.ts';
import { draftToSave, wrongEncoding } from '../features/setup/source/editor/chooseSourceKind.ts';
import { EncodingSection } from '../features/setup/source/editor/EncodingSection.tsx';
import { type OpenSourceForm, sourceDraftOf, sourceEditor } from '../features/setup/source/editor/slice.ts';
import { useSourceContext } from '../features/setup/source/useSourceContext.tsx';
import { isEdited } from '../features/shared/editor/createEditor.ts';
import { EditorCard, EditorScreen, useEditor } from '../features/shared/editor/EditorPage.tsx';
import { tabLinks } from '../features/shared/editor/editorTabs.ts';
import { FailureFieldHighlight } from '../features/shared/failureHelp/FailureFieldHighlight.tsx';
import { LinkButton } from '../ui/controls/Button.tsx';
import { EmptyState } from '../ui/layout/EmptyState.tsx';
import { Page } from '../ui/layout/Page.tsx';

const FORM = 'encoding';

export default function ChannelEncodingScreen() {
  const { t } = useTranslation();
  const { channel = '' } = useParams();
  const target = useMemo(() => ({ channel, after: `/${channel}` }), [channel]);
  const name = useSelector((state: RootState) => state.channel.list.find(({ id }) => id === channel)?.name);
  const { editor, retry } = useEditor(sourceEditor.actions, target, (state: RootState) => state.source);
  usePollProcessStates(channel);
  const title = t('Edit: {{name}}', { name: name ?? channel });
  return (
    <EditorScreen editor={editor} title={title} failed={t('The channel could not be loaded.')} retry={retry}>
      {(open) => <Opened form={open} title={title} />}
    </EditorScreen>
  );
}

function Opened({ form, title }: { form: OpenSourceForm; title: string }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { channel } = form.target;
  const context = useSourceContext(channel);
  const draft = sourceDraftOf(form);
  const target = sourcesInto(draftToSave(draft, context), form.found.metadata, context.skills);
  const consequence = useConsequence(channel, form.found, draft.before && { wanted: target, sends: true });
  const effect = useConsequenceText(isEdited(form) ? consequence : null);
  const save = () => dispatch(sourceEditor.actions.saveRequested());
  const { requestSave, question } = useSaveConfirmation(channel, consequence, save);
  const base = `#/${channel}/edit`;
  return (
    <Page title={title} width="text">
      <EditorCard
        id={FORM}
        label={title}
        editor={form}
        shared={{
          ...sourceEditor,
          nameOf: ([half = '']) => ({ name: half === 'profile' ? t('Encoding') : t('Video source'), secret: true }),
        }}
        // A fault is marked and focused, so no confirmation is needed.
        onSave={() => wrongEncoding(draft) === null && requestSave()}
        keeps={(path) => path === `/${channel}/edit/encoding`}
        home={`#/${channel}`}
        note={form.busy ? undefined : effect}
        effects={isEdited(form) && !form.busy && <PublicationEffects channel={channel} consequence={consequence} />}
        tabs={{
          label: t('Channel settings'),
          current: FORM,
          tabs: tabLinks(channelTabs, t, (id) => `${base}/${id}`, FORM),
        }}
      >
        {draft.before === null ? (
          <EmptyState icon="encoder" title={t('Not set up yet')} text={t('The channel has no video.')}>
            <LinkButton kind="main" href={setupOf(channel)}>
              {t('Video setup')}
            </LinkButton>
          </EmptyState>
        ) : (
          <FailureFieldHighlight form={FORM} of="source">
            <EncodingSection
              type="video"
              draft={draft}
              context={context}
              title={t('Video')}
              picture={<ChannelPicture channel={channel} className="crop-picture" />}
            />
            {audioOriginOf(draft) !== 'none' && (
              <EncodingSection type="audio" draft={draft} context={context} title={t('Audio')} />
            )}
          </FailureFieldHighlight>
        )}
      </EditorCard>
      {question}
    </Page>
  );
}
