import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useNavigate, useParams } from 'react-router-dom';
import { channelClosed, statesOpened } from '../features/channel/processes.ts';
import type { RootState } from '../features/features.ts';
import { EmbedTab } from '../features/player/EmbedTab.tsx';
import {
  faultsOf,
  isChanged,
  type OpenPlayerForm,
  playerClosed,
  playerOpened,
  playerSaveRequested,
} from '../features/player/form.ts';
import { LogoTab } from '../features/player/LogoTab.tsx';
import { PlaybackTab } from '../features/player/PlaybackTab.tsx';
import { type TabId, tabOf, tabs } from '../features/player/tabs.ts';
import { ViewerPreview } from '../features/player/ViewerPreview.tsx';
import { maskText } from '../media/mask.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button, LinkButton } from '../ui/Button.tsx';
import { Form } from '../ui/form/Form.tsx';
import { LeaveGuard } from '../ui/LeaveGuard.tsx';
import { Actions, Card } from '../ui/layout.tsx';
import { Page } from '../ui/Page.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { Waiting } from '../ui/Waiting.tsx';

const FORM = 'player';
const FORM_PX = 480;

const panels: Record<TabId, ComponentType<{ form: OpenPlayerForm }>> = {
  embed: EmbedTab,
  logo: LogoTab,
  playback: PlaybackTab,
};

/** The player that viewers get: where it is, what it shows, how it starts. */
export default function PlayerScreen() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { channel = '' } = useParams();
  const form = useSelector((state: RootState) => state.playerForm);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    // Asked for again by the button below.
    void tries;
    dispatch(playerOpened(channel));
    return () => {
      dispatch(playerClosed());
    };
  }, [dispatch, channel, tries]);
  useEffect(() => {
    dispatch(statesOpened(channel));
    return () => {
      dispatch(channelClosed());
    };
  }, [dispatch, channel]);
  if (form.status === 'open') return <Edited form={form} />;
  return (
    <Page title={t('Edit: Player')} width="text">
      {form.status === 'failed' ? (
        <Alert title={t('The player settings could not be loaded.')} evidence={maskText(form.reason)}>
          <Button icon="restart" onClick={() => setTries(tries + 1)}>
            {t('Retry')}
          </Button>
        </Alert>
      ) : (
        <Waiting text={t('Loading …')} height={FORM_PX} />
      )}
    </Page>
  );
}

function Edited({ form }: { form: OpenPlayerForm }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { tab: segment = '' } = useParams();
  const { channel, draft, tried, busy } = form;
  const tab = tabOf(segment);
  const base = `/${channel.id}/publication/player`;
  const wrong = Object.keys(faultsOf(draft)).length > 0;
  const Panel = panels[tab];
  const save = () => {
    // All that can be wrong stands there.
    if (wrong && tab !== 'logo') navigate(`${base}/logo`);
    dispatch(playerSaveRequested());
  };
  return (
    <Page title={t('Edit: Player')} context={channel.name} width="text">
      <ViewerPreview form={form} />
      <Card
        flush
        foot={
          <Actions back={<LinkButton href={`#/${channel.id}`}>{t('Close')}</LinkButton>}>
            <Button kind="main" type="submit" form={FORM} busy={busy === 'saving'}>
              {t('Save')}
            </Button>
          </Actions>
        }
      >
        <Tabs
          label={t('Player settings')}
          current={tab}
          tabs={tabs.map(({ id, text }) => ({
            id,
            text: t(text),
            href: `#${base}/${id}`,
            wrong: id === 'logo' && id !== tab && tried && wrong,
          }))}
        />
        <div className="card-body">
          <Form id={FORM} label={t('Edit: Player')} onSubmit={save}>
            <Panel form={form} />
          </Form>
        </div>
      </Card>
      <LeaveGuard changed={isChanged(form)} keeps={(path) => path === base || path.startsWith(`${base}/`)} />
    </Page>
  );
}
