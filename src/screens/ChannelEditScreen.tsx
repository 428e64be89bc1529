import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useNavigate, useParams } from 'react-router-dom';
import { DeleteChannelCard } from '../features/live/channel/DeleteChannelDialog.tsx';
import { usePollProcessStates } from '../features/live/channel/usePollProcessStates.tsx';
import { nameIn } from '../features/setup/channelSettings/draftEntryNames.ts';
import { GeneralTab } from '../features/setup/channelSettings/GeneralTab.tsx';
import { LicenseTab } from '../features/setup/channelSettings/LicenseTab.tsx';
import { ProcessingTab } from '../features/setup/channelSettings/ProcessingTab.tsx';
import { channelEditor, channelSaveRequested, type OpenChannelForm } from '../features/setup/channelSettings/slice.ts';
import {
  type ChannelTabId,
  type ChannelTabProps,
  channelTabAt,
  channelTabs,
  panelIds,
} from '../features/setup/channelSettings/tabs.ts';
import { useChannelConsequence, useFaults } from '../features/setup/channelSettings/useChannelFaults.tsx';
import { DuplicateChannelCard } from '../features/setup/clone/DuplicateChannelDialog.tsx';
import type { RootState } from '../features/setup/index.ts';
import { PublicationEffects, useConsequenceText } from '../features/setup/saveChannel/PublicationEffects.tsx';
import { useSaveConfirmation } from '../features/setup/saveChannel/useSaveConfirmation.tsx';
import { EditorCard, EditorScreen, FirstFault, useEditor } from '../features/shared/editor/EditorPage.tsx';
import { tabLinks } from '../features/shared/editor/editorTabs.ts';
import { FailureFieldHighlight } from '../features/shared/failureHelp/FailureFieldHighlight.tsx';
import { Page } from '../ui/layout/Page.tsx';

const FORM = 'channel';

const panels: Record<ChannelTabId, ComponentType<ChannelTabProps>> = {
  general: GeneralTab,
  processing: ProcessingTab,
  license: LicenseTab,
};

export default function ChannelEditScreen() {
  const { t } = useTranslation();
  const { channel = '' } = useParams();
  const { editor, retry } = useEditor(channelEditor.actions, channel, (state: RootState) => state.channelSettings);
  usePollProcessStates(channel);
  const failed = t('The channel settings could not be loaded.');
  const name = useSelector((state: RootState) => state.channel.list.find(({ id }) => id === channel)?.name);
  return (
    <EditorScreen editor={editor} title={t('Edit: {{name}}', { name: name ?? channel })} failed={failed} retry={retry}>
      {(open) => <Edited form={open} />}
    </EditorScreen>
  );
}

function Edited({ form }: { form: OpenChannelForm }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { tab: segment = '' } = useParams();
  const { target, stored, tried, busy } = form;
  const tab = channelTabAt(segment);
  const base = `/${target}/edit`;
  const faults = useFaults(form);
  const consequence = useChannelConsequence(form);
  const note = useConsequenceText(consequence);
  const wrong: ChannelTabId[] = Object.keys(faults).length > 0 ? ['general'] : [];
  const title = t('Edit: {{name}}', { name: stored.meta.name });
  const Panel = panels[tab];

  const send = () => dispatch(channelSaveRequested());
  const { requestSave, question } = useSaveConfirmation(target, consequence, send);
  const save = () => {
    const [first] = wrong;
    if (first && !wrong.includes(tab)) navigate(`${base}/${first}`);
    // With a fault, saving only marks the fields, so no confirmation is needed.
    if (first) send();
    else requestSave();
  };

  return (
    <Page title={title} width="text">
      <EditorCard
        id={FORM}
        label={title}
        editor={form}
        shared={{ ...channelEditor, nameOf: nameIn(t) }}
        onSave={save}
        keeps={(path) => path === base || panelIds.some((id) => path === `${base}/${id}`)}
        home={`#/${target}`}
        note={busy ? undefined : note}
        effects={!busy && <PublicationEffects channel={target} consequence={consequence} />}
        tabs={{
          label: t('Channel settings'),
          current: tab,
          tabs: tabLinks(channelTabs, t, (id) => `#${base}/${id}`, tab, tried ? wrong : []),
        }}
      >
        <FailureFieldHighlight key={`form of ${tab}`} form={FORM} of="source">
          <Panel form={form} />
        </FailureFieldHighlight>
        {tried && <FirstFault key={tab} form={FORM} />}
      </EditorCard>
      {tab === 'general' && (
        <>
          <DuplicateChannelCard channel={target} />
          <DeleteChannelCard channel={target} />
        </>
      )}
      {question}
    </Page>
  );
}
