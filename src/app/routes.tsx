import { type ComponentType, lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { createHashRouter, Navigate, Outlet, useParams } from 'react-router-dom';
import type { RootState } from '../features/root.ts';
import { Waiting } from '../ui/Waiting.tsx';
import { Shell } from './Shell.tsx';

const SCREEN_HEIGHT = 480;

const screen = (load: () => Promise<{ default: ComponentType }>) => {
  const Screen = lazy(load);
  return <Screen />;
};

function Home() {
  const current = useSelector((state: RootState) => state.channel.current);
  return current === null ? null : <Navigate to={`/${current}`} replace />;
}

/** Everything about a channel is about the selected one; any other address leads home. */
function OfChannel() {
  const { channel } = useParams();
  const current = useSelector((state: RootState) => state.channel.current);
  return channel === current ? <Outlet key={current} /> : <Navigate to="/" replace />;
}

function Frame() {
  const { t } = useTranslation();
  return (
    <Shell>
      <Suspense fallback={<Waiting text={t('Loading …')} height={SCREEN_HEIGHT} />}>
        <Outlet />
      </Suspense>
    </Shell>
  );
}

const channelScreen = screen(() => import('../screens/ChannelScreen.tsx'));
const wizardScreen = screen(() => import('../screens/WizardScreen.tsx'));

/** The route table (specification 2). Unknown paths lead home. */
export const router = createHashRouter([
  {
    element: <Frame />,
    children: [
      { path: '/', element: <Home /> },
      {
        path: '/:channel',
        element: <OfChannel />,
        children: [
          { index: true, element: channelScreen },
          { path: 'edit/wizard', element: wizardScreen },
          { path: 'edit/wizard/:step', element: wizardScreen },
        ],
      },
      { path: '*', element: <Navigate to="/" replace /> },
    ],
  },
]);
