import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shallowEqual, useDispatch, useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { retryRequested } from '../../features/gate/connection/slice.ts';
import { noticeText } from '../../features/gate/notice/noticeText.ts';
import { MOST_NOTICES, noticeGone, undoRequested } from '../../features/gate/notice/slice.ts';
import { coreInfoOf } from '../../features/gate/session/slice.ts';
import { AlarmDialog } from '../../features/live/alarm/AlarmDialog.tsx';
import { AlarmSignals } from '../../features/live/alarm/AlarmSignals.tsx';
import { isAlarmOn } from '../../features/live/alarm/alarmChoices.ts';
import { ChannelDrawer } from '../../features/live/channelList/ChannelDrawer.tsx';
import { ChannelList } from '../../features/live/channelList/ChannelList.tsx';
import { useCurrentWatched } from '../../features/live/channelList/useReportShownChannels.tsx';
import type { LiveState } from '../../features/live/index.ts';
import { shortIn } from '../../features/live/verdict/slice.ts';
import { usePreference } from '../../features/shared/preference/usePreference.tsx';
import { ResourceIndicator } from '../../features/shared/resource/ResourceIndicator.tsx';
import { RestartDialog } from '../../features/shared/restart/RestartDialog.tsx';
import { CoreWarnings } from '../../features/shared/warnings/CoreWarnings.tsx';
import { LinkButton } from '../../ui/controls/Button.tsx';
import { SwitchField } from '../../ui/form/Switch.tsx';
import { ConnectionBanner } from '../../ui/frame/ConnectionBanner.tsx';
import { Footer, Frame, Header } from '../../ui/frame/Frame.tsx';
import { NoticeStack } from '../../ui/frame/NoticeStack.tsx';
import { Description, DescriptionList } from '../../ui/layout/DescriptionList.tsx';
import { DialogFrame } from '../../ui/overlays/DialogFrame.tsx';
import { useCountdown } from '../../ui/useEachSecond.ts';
import { AboutDialog } from '../about/AboutDialog.tsx';
import { VERSION } from '../about/version.ts';
import { componentOf, loadForms } from '../loading/loadScreens.ts';
import { NotLoaded } from '../loading/NotLoaded.tsx';
import { usePreloadOverlays } from '../loading/usePreloadOverlays.ts';
import type { NewChannelIntent } from './ChannelOutlet.tsx';
import { destinations, MainMenu, type ScreenLink, useHelp } from './MainMenu.tsx';
import { focusSearch, SHORTCUTS_KEY, SHORTCUTS_OFF, shortcuts, useShortcuts } from './shortcuts.ts';

interface ShortcutsDialogProps {
  open: boolean;
  /** Single-key shortcuts can be switched off, because they interfere with speech input (WCAG 2.1.4). */
  on: boolean;
  onSwitch: (on: boolean) => void;
  onClose: () => void;
}

function ShortcutsDialog({ open, on, onSwitch, onClose }: ShortcutsDialogProps) {
  const { t } = useTranslation();
  return (
    <DialogFrame open={open} title={t('Keyboard shortcuts')} onClose={onClose}>
      <DescriptionList>
        {shortcuts.map(({ key, text }) => (
          <Description key={key} label={t(text)}>
            <kbd>{key}</kbd>
          </Description>
        ))}
        <Description label={t('Close dialog or menu')}>
          <kbd>{t('Esc')}</kbd>
        </Description>
      </DescriptionList>
      <SwitchField
        label={t('Enable single-key shortcuts')}
        help={t('Ignored while you type.')}
        checked={on}
        onChange={onSwitch}
      />
    </DialogFrame>
  );
}

type OpenOverlay = 'nothing' | 'alarm' | 'channels' | 'drawer' | 'about' | 'preferences' | 'problem' | 'shortcuts';

const PreferencesDialog = lazy(componentOf(loadForms, (chunk) => chunk.PreferencesDialog, NotLoaded));
const ReportProblemDialog = lazy(componentOf(loadForms, (chunk) => chunk.ReportProblemDialog, NotLoaded));

export function Shell({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<OpenOverlay>('nothing');
  const [stored, chooseKeys] = usePreference(SHORTCUTS_KEY);
  const keys = stored !== SHORTCUTS_OFF;
  const close = useCallback(() => setOpened('nothing'), []);
  usePreloadOverlays();
  const navigate = useNavigate();
  const go = (path: string, intent?: NewChannelIntent) => {
    close();
    navigate(path, { state: intent });
  };
  const channels = {
    onSelect: (id: string) => go(`/${id}`),
    onAdd: (name: string) => go('/', { create: name }),
    onClose: close,
  };
  useShortcuts(keys, (action) => {
    if (action === 'search') focusSearch(document);
    else if (action === 'multiview') navigate('/multiview');
    else setOpened(action);
  });
  return (
    <Frame
      header={<ShellHeader keys={keys} onOpen={setOpened} />}
      banner={
        <>
          <Banner />
          <CoreWarnings />
        </>
      }
      footer={<ShellFooter />}
      drawer={opened === 'drawer' && <ChannelDrawer {...channels} />}
    >
      {children}
      <Notices />
      <RestartDialog />
      <ChannelList open={opened === 'channels'} {...channels} onEdit={(id) => go(`/${id}/edit`)} />
      {opened === 'alarm' && <AlarmDialog open onClose={close} />}
      <Suspense>
        {opened === 'problem' && <ReportProblemDialog open onClose={close} />}
        {opened === 'preferences' && <PreferencesDialog onClose={close} />}
      </Suspense>
      <AboutDialog open={opened === 'about'} onClose={close} />
      <ShortcutsDialog
        open={opened === 'shortcuts'}
        on={keys}
        onSwitch={(on) => chooseKeys(on ? 'on' : SHORTCUTS_OFF)}
        onClose={close}
      />
    </Frame>
  );
}

interface ShellHeaderProps {
  keys: boolean;
  onOpen: (overlay: OpenOverlay) => void;
}

function ShellHeader({ keys, onOpen }: ShellHeaderProps) {
  const { t } = useTranslation();
  const { list, current } = useSelector((state: LiveState) => state.channel);
  useCurrentWatched();
  const short = useSelector(shortIn, shallowEqual);
  const name = list.find(({ id }) => id === current)?.name;
  const alarm = useSelector(isAlarmOn);
  const help = useHelp();
  const channel = { ...short, onOpen: () => onOpen('channels'), keys: keys ? 'c' : undefined };
  return (
    <Header
      channel={name === undefined ? undefined : { ...channel, name }}
      wideOnly={
        <>
          {destinations.map((destination) => (
            <HeaderLink key={destination.to} {...destination} text={t(destination.text)} />
          ))}
          <HeaderLink icon="help" text={t('Help')} to={help} />
        </>
      }
    >
      {alarm && <AlarmSignals onOpen={() => onOpen('alarm')} />}
      <MainMenu
        alarm={alarm}
        onAlarm={() => onOpen('alarm')}
        onAbout={() => onOpen('about')}
        onDrawer={() => onOpen('drawer')}
        onPreferences={() => onOpen('preferences')}
        onProblem={() => onOpen('problem')}
        onShortcuts={() => onOpen('shortcuts')}
      />
    </Header>
  );
}

function HeaderLink({ icon, text, to }: ScreenLink) {
  return (
    <LinkButton kind="quiet" icon={icon} href={to} aria-label={text} title={text}>
      <span className="header-word">{text}</span>
    </LinkButton>
  );
}

function Banner() {
  const dispatch = useDispatch();
  const lost = useSelector(({ connection }: LiveState) => (connection.status === 'lost' ? connection : null));
  const seconds = useCountdown(lost?.retryAt ?? null);
  if (lost === null) return null;
  return (
    <ConnectionBanner renewal={lost.renewal === true} retryIn={seconds} onRetry={() => dispatch(retryRequested())} />
  );
}

function ShellFooter() {
  const about = useSelector(({ session }: LiveState) => coreInfoOf(session)?.about ?? null);
  const core = about ? [`core ${about.version.number}`, about.version.arch] : [];
  return (
    <Footer parts={[`Sluice ${VERSION}`, ...core]}>
      <ResourceIndicator />
    </Footer>
  );
}

function Notices() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const shown = useSelector(({ notice }: LiveState) => notice.shown);
  const close = useCallback((id: number) => dispatch(noticeGone(id)), [dispatch]);
  const notices = shown.slice(-MOST_NOTICES).map(({ undo, ...notice }) => ({
    ...{ ...notice, text: noticeText(notice, t) },
    action: undo && { label: t('Undo'), onPress: () => dispatch(undoRequested(undo)) },
  }));
  return <NoticeStack notices={notices} onClose={close} />;
}
