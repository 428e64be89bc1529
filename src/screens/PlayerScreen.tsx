import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useNavigate, useParams } from 'react-router-dom';
import { useStates } from '../features/channel/useStates.tsx';
import { EditorCard, EditorScreen, useEditor } from '../features/EditorPage.tsx';
import type { RootState } from '../features/features.ts';
import { EmbedTab } from '../features/player/EmbedTab.tsx';
import { faultsOf, type OpenPlayerForm, playerEditor, playerSaveRequested } from '../features/player/form.ts';
import { LogoTab } from '../features/player/LogoTab.tsx';
import { PlaybackTab } from '../features/player/PlaybackTab.tsx';
import { type TabId, tabOf, tabs } from '../features/player/tabs.ts';
import { ViewerPreview } from '../features/player/ViewerPreview.tsx';
import { msg } from '../i18n/msg.ts';
import { LinkButton } from '../ui/Button.tsx';
import { Page } from '../ui/Page.tsx';

const FORM = 'player';

const panels: Record<TabId, ComponentType<{ form: OpenPlayerForm }>> = {
  embed: EmbedTab,
  logo: LogoTab,
  playback: PlaybackTab,
};

/** What the entries of the draft are called on the tabs. */
const names: Readonly<Record<string, string>> = {
  autoplay: msg('Autoplay'),
  mute: msg('Start muted'),
  poster: msg('Poster'),
  image: msg('Image'),
  position: msg('Position'),
  link: msg('Link'),
};

/** The player that viewers get: where it is, what it shows, how it starts. */
export default function PlayerScreen() {
  const { t } = useTranslation();
  const { channel = '' } = useParams();
  const form = useSelector((state: RootState) => state.playerForm);
  const retry = useEditor(playerEditor.actions, channel);
  useStates(channel);
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
  const faults = faultsOf(draft);
  const wrongTab = faults.image || faults.link ? 'logo' : faults.poster ? 'playback' : null;
  const Panel = panels[tab];
  const save = () => {
    if (wrongTab !== null && tab !== wrongTab) navigate(`${base}/${wrongTab}`);
    dispatch(playerSaveRequested());
  };
  return (
    <Page title={t('Edit: Player')} context={found.name} width="text">
      <ViewerPreview form={form} />
      <EditorCard
        id={FORM}
        label={t('Edit: Player')}
        editor={form}
        shared={{ ...playerEditor, nameOf: ([key = '']) => (names[key] ? { name: t(names[key]) } : null) }}
        onSave={save}
        keeps={(path) => path === base || path.startsWith(`${base}/`)}
        back={<LinkButton href={`#/${target}`}>{t('Close')}</LinkButton>}
        tabs={{
          label: t('Player settings'),
          current: tab,
          tabs: tabs.map(({ id, text }) => ({
            id,
            text: t(text),
            href: `#${base}/${id}`,
            wrong: id === wrongTab && id !== tab && tried,
          })),
        }}
      >
        <Panel form={form} />
      </EditorCard>
    </Page>
  );
}
