import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useNavigate, useParams } from 'react-router-dom';
import { usePollProcessStates } from '../features/live/channel/usePollProcessStates.tsx';
import type { RootState } from '../features/setup/index.ts';
import { RenewalNotice } from '../features/setup/pageRenewal/RenewalNotice.tsx';
import { ColorTab } from '../features/setup/player/ColorTab.tsx';
import { faultsOf } from '../features/setup/player/draft.ts';
import { EmbedTab } from '../features/setup/player/EmbedTab.tsx';
import { LogoTab } from '../features/setup/player/LogoTab.tsx';
import { PlaybackTab } from '../features/setup/player/PlaybackTab.tsx';
import { PosterTab } from '../features/setup/player/PosterTab.tsx';
import { StatisticsOverlayTab } from '../features/setup/player/StatisticsOverlayTab.tsx';
import { type OpenPlayerForm, playerEditor, playerSaveRequested } from '../features/setup/player/slice.ts';
import { labelOf, type PlayerTabId, tabOf, tabs, wrongTabs } from '../features/setup/player/tabs.ts';
import { ViewerPreview } from '../features/setup/player/ViewerPreview.tsx';
import { EditorCard, EditorScreen, useEditor } from '../features/shared/editor/EditorPage.tsx';
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

/** The player that viewers get: where it is, what it shows, how it starts. */
export default function PlayerScreen() {
  const { t } = useTranslation();
  const { channel = '' } = useParams();
  const form = useSelector((state: RootState) => state.player);
  const retry = useEditor(playerEditor.actions, channel);
  usePollProcessStates(channel);
  return (
    <EditorScreen
      editor={form}
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
  const tab = tabOf(segment);
  const base = `/${target}/publication/player`;
  const wrong = wrongTabs(faultsOf(draft));
  const [firstWrong = tab] = wrong;
  const Panel = panels[tab];
  const save = () => {
    if (!wrong.includes(tab) && firstWrong !== tab) navigate(`${base}/${firstWrong}`);
    dispatch(playerSaveRequested());
  };
  const nameOf = (path: readonly string[]) => {
    const label = labelOf(path.join('.'));
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
        shared={{ ...playerEditor, nameOf }}
        onSave={save}
        keeps={(path) => path === base || path.startsWith(`${base}/`)}
        home={`#/${target}`}
        tabs={{
          label: t('Player settings'),
          current: tab,
          tabs: tabs.map(({ id, text }) => ({
            id,
            text: t(text),
            href: `#${base}/${id}`,
            wrong: wrong.includes(id) && id !== tab && tried,
          })),
        }}
      >
        <Panel form={form} />
      </EditorCard>
    </Page>
  );
}
