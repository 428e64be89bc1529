import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shallowEqual, useDispatch, useSelector } from 'react-redux';
import { ChannelList } from '../features/channel/ChannelList.tsx';
import { retryRequested } from '../features/connection/slice.ts';
import { noticeGone } from '../features/notice/slice.ts';
import { resourcesHidden, resourcesShown } from '../features/resource/slice.ts';
import { RestartDialog } from '../features/restart/RestartDialog.tsx';
import type { RootState } from '../features/root.ts';
import { premisesOf } from '../features/session/slice.ts';
import { IconLink } from '../ui/Button.tsx';
import { ConnectionBanner } from '../ui/ConnectionBanner.tsx';
import { Footer } from '../ui/frame/Footer.tsx';
import { Frame } from '../ui/frame/Frame.tsx';
import { Header } from '../ui/frame/Header.tsx';
import { NoticeStack } from '../ui/NoticeStack.tsx';
import { useCountdown } from '../ui/useCountdown.ts';
import { AboutDialog } from './AboutDialog.tsx';
import { MainMenu } from './MainMenu.tsx';
import { VERSION } from './version.ts';

/** Header, banner, footer and notices around every screen. */
export function Shell({ children }: { children: ReactNode }) {
  const [dialog, setDialog] = useState<'none' | 'channels' | 'about'>('none');
  const close = useCallback(() => setDialog('none'), []);
  return (
    <Frame
      header={<ShellHeader onChannels={() => setDialog('channels')} onAbout={() => setDialog('about')} />}
      banner={<Banner />}
      footer={<ShellFooter />}
    >
      {children}
      <Notices />
      <ChannelList open={dialog === 'channels'} onClose={close} />
      <RestartDialog />
      <AboutDialog open={dialog === 'about'} onClose={close} />
    </Frame>
  );
}

function ShellHeader({ onChannels, onAbout }: { onChannels: () => void; onAbout: () => void }) {
  const { t } = useTranslation();
  const { list, current } = useSelector((state: RootState) => state.channel);
  const state = useSelector(({ ingest: { ingest } }: RootState) => {
    if (ingest.presence === 'present') return ingest.progress.state;
    return ingest.presence === 'absent' ? 'disconnected' : 'unknown';
  });
  const name = list.find(({ id }) => id === current)?.name;
  return (
    <Header
      channel={name === undefined ? undefined : { name, state, onOpen: onChannels }}
      wideOnly={<IconLink icon="settings" label={t('Settings')} href="#/settings" />}
    >
      <MainMenu onAbout={onAbout} />
    </Header>
  );
}

function Banner() {
  const dispatch = useDispatch();
  const retryAt = useSelector(({ connection }: RootState) => (connection.state === 'lost' ? connection.retryAt : null));
  const seconds = useCountdown(retryAt);
  return retryAt === null ? null : <ConnectionBanner retryIn={seconds} onRetry={() => dispatch(retryRequested())} />;
}

function ShellFooter() {
  const dispatch = useDispatch();
  useEffect(() => {
    dispatch(resourcesShown());
    return () => {
      dispatch(resourcesHidden());
    };
  }, [dispatch]);
  const about = useSelector(({ session }: RootState) => premisesOf(session)?.about ?? null);
  const { cpu, memory } = useSelector(
    ({ resource }: RootState) => ({ cpu: shareOf(resource?.cpu.percent), memory: shareOf(resource?.memory.percent) }),
    shallowEqual,
  );
  const core = about ? [`core ${about.version.number}`, about.version.arch] : [];
  return <Footer parts={[`Sluice ${VERSION}`, ...core]} cpu={cpu} memory={memory} />;
}

/** Whole percents: what is not seen to change is not drawn again. */
const shareOf = (percent: number | null | undefined) =>
  percent === null || percent === undefined ? null : Math.round(percent) / 100;

function Notices() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const shown = useSelector(({ notice }: RootState) => notice.shown);
  const close = useCallback((id: number) => dispatch(noticeGone(id)), [dispatch]);
  const notices = shown.map(({ id, tone, text, values }) => ({
    id,
    tone,
    text: t(text, { ...values.map((v) => t(v)) }),
  }));
  return <NoticeStack notices={notices} onClose={close} />;
}
