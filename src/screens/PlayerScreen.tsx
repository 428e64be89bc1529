import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useNavigate, useParams } from 'react-router-dom';
import { usePollProcessStates } from '../features/live/channel/usePollProcessStates.tsx';
import type { RootState } from '../features/setup/index.ts';
import { RenewalNotice } from '../features/setup/pageRenewal/RenewalNotice.tsx';
import { ColorTab } from '../features/setup/player/ColorTab.tsx';
import { playerFaultsOf } from '../features/setup/player/draft.ts';
import { EmbedTab } from '../features/setup/player/EmbedTab.tsx';
import { LogoTab } from '../features/setup/player/LogoTab.tsx';
import { PlaybackTab } from '../features/setup/player/PlaybackTab.tsx';
import { PosterTab } from '../features/setup/player/PosterTab.tsx';
import { StatisticsOverlayTab } from '../features/setup/player/StatisticsOverlayTab.tsx';
import { type OpenPlayerForm, playerEditor, playerSaveRequested } from '../features/setup/player/slice.ts';
import { type PlayerTabId, playerTabs } from '../features/setup/player/tabs.ts';
import { ViewerPreview } from '../features/setup/player/ViewerPreview.tsx';
import { EditorCard, EditorScreen, useEditor } from '../features/shared/editor/EditorPage.tsx';
import { fieldLabel, tabAt, tabLinks, tabsWithFaults } from '../features/shared/editor/editorTabs.ts';
import { Page } from '../ui/layout/Page.tsx';

const FORM = 'player';

const panels: Record<PlayerTabId, ComponentType<{ form: OpenPlayerForm }>> = {
  embed: EmbedTab,
  colors: ColorTab,
  logo: LogoTab,
  poster: PosterTab,
  statistic: StatisticsOverlayTab,
  playback: PlaybackTab,
};

export default function PlayerScreen() {
  const { t } = useTranslation();
  const { channel = '' } = useParams();
  const { editor, retry } = useEditor(playerEditor.actions, channel, (state: RootState) => state.player);
  usePollProcessStates(channel);
  return (
    <EditorScreen
      editor={editor}
      title={t('Edit: Player')}
      failed={t('The player settings could not be loaded.')}
      retry={retry}
    >
      {(open) => <Edited form={open} />}
    </EditorScreen>
  );
}

function Edited({ form }: { form: OpenPlayerForm }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { tab: segment = '' } = useParams();
  const { target, found, draft, tried } = form;
  const tab = tabAt(playerTabs, segment) ?? 'embed';
  const base = `/${target}/publication/player`;
  const wrong = tabsWithFaults(playerTabs, playerFaultsOf(draft, form.stored));
  const [firstWrong = tab] = wrong;
  const Panel = panels[tab];
  const save = () => {
    if (!wrong.includes(tab) && firstWrong !== tab) navigate(`${base}/${firstWrong}`);
    dispatch(playerSaveRequested());
  };
  const nameOf = (path: readonly string[]) => {
    const label = fieldLabel(playerTabs, path.join('.'));
    return label === undefined ? null : { name: t(label) };
  };
  return (
    <Page title={t('Edit: Player')} context={found.name} width="text">
      <RenewalNotice />
      <ViewerPreview form={form} />
      <EditorCard
        id={FORM}
        label={t('Edit: Player')}
        editor={form}
        shared={{ ...playerEditor, nameOf, unshown: t('An uploaded file was replaced or deleted.') }}
        onSave={save}
        keeps={(path) => path === base || path.startsWith(`${base}/`)}
        home={`#/${target}`}
        reads={tab === 'embed'}
        note={form.busy === 'uploading' ? t('Checking the file …') : undefined}
        tabs={{
          label: t('Player settings'),
          current: tab,
          tabs: tabLinks(playerTabs, t, (id) => `#${base}/${id}`, tab, tried ? wrong : []),
        }}
      >
        <Panel form={form} />
      </EditorCard>
    </Page>
  );
}
