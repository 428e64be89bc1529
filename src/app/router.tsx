import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { createHashRouter, Navigate, Outlet, useRouteError } from 'react-router-dom';
import ChannelScreen from '../screens/ChannelScreen.tsx';
import { WaitingNote } from '../ui/feedback/Waiting.tsx';
import { numberHistory } from './browser/numberHistoryEntries.ts';
import { ChannelOutlet, HomeRedirect } from './frame/ChannelOutlet.tsx';
import { Shell } from './frame/Shell.tsx';
import { componentOf, loadForms, loadVersions } from './loading/loadScreens.ts';
import { OpenSetup } from './loading/OpenSetup.tsx';
import { retryImport } from './loading/retryImport.ts';

const SCREEN_HEIGHT = 480;

type ScreenName = Extract<keyof Awaited<ReturnType<typeof loadForms>>, `${string}Screen`>;

const form = (name: ScreenName) => screenFrom(componentOf(loadForms, (chunk) => chunk[name]));
/** A separate chunk, because the charts are large. */
const loadHistory = () => retryImport(() => import('./loading/historyChunk.ts'));

function screenFrom(load: Parameters<typeof lazy>[0]) {
  const Screen = lazy(load);
  return (
    <OpenSetup>
      <Screen />
    </OpenSetup>
  );
}

function Frame() {
  const { t } = useTranslation();
  return (
    <Shell>
      <Suspense
        fallback={
          <div className="page">
            <WaitingNote text={t('Loading …')} height={SCREEN_HEIGHT} />
          </div>
        }
      >
        <Outlet />
      </Suspense>
    </Shell>
  );
}

const loadAlarms = () => retryImport(() => import('./loading/alarmsChunk.tsx'));
const AlarmsScreen = lazy(componentOf(loadAlarms, (chunk) => chunk.OpenAlarms));
const alarmsScreen = (
  <OpenSetup>
    <AlarmsScreen />
  </OpenSetup>
);

const loadSchedule = () => retryImport(() => import('./loading/scheduleChunk.tsx'));
const loadTokens = () => retryImport(() => import('./loading/tokensChunk.tsx'));
const loadMoving = () => retryImport(() => import('./loading/movingChunk.tsx'));
const scheduleScreen = screenFrom(componentOf(loadSchedule, (chunk) => chunk.OpenSchedule));

const wizardScreen = form('WizardScreen');

/** The root error page is shown instead of the router's own, which is for developers. */
function Broken(): never {
  throw useRouteError();
}

const numberEntries = numberHistory(window);

/** Unknown paths redirect home. */
export const router = createHashRouter([
  {
    element: <Frame />,
    errorElement: <Broken />,
    children: [
      { path: '/', element: <HomeRedirect /> },
      // One route for all tabs, which keeps entries when the tab changes.
      { path: '/settings/:tab?', element: form('SettingsScreen') },
      { path: '/playersite/:tab?', element: form('WebsiteScreen') },
      { path: '/edges', element: form('EdgesScreen') },
      { path: '/encoders', element: form('EncodersScreen') },
      { path: '/history', element: screenFrom(componentOf(loadHistory, (chunk) => chunk.HistoryScreen)) },
      { path: '/multiview', element: form('MultiviewScreen') },
      // Outside of the channel, as it may be deleted. Without one, it is about the website.
      { path: '/versions/:channel?', element: screenFrom(componentOf(loadVersions, (chunk) => chunk.OpenVersions)) },
      { path: '/recordings', element: form('RecordingsScreen') },
      { path: '/alarms/:tab?/:id?/:kind?', element: alarmsScreen },
      // One route for list and form, which keeps the list.
      { path: '/schedule/:id?', element: scheduleScreen },
      { path: '/moving', element: screenFrom(componentOf(loadMoving, (chunk) => chunk.OpenMoving)) },
      { path: '/tokens', element: screenFrom(componentOf(loadTokens, (chunk) => chunk.OpenTokens)) },
      {
        path: '/:channel',
        element: <ChannelOutlet />,
        children: [
          { index: true, element: <ChannelScreen /> },
          { path: 'edit/wizard', element: wizardScreen },
          { path: 'edit/wizard/:step', element: wizardScreen },
          { path: 'edit/encoding', element: form('ChannelEncodingScreen') },
          { path: 'edit/standby', element: form('StandbyImageScreen') },
          { path: 'edit/:tab?', element: form('ChannelEditScreen') },
          // One route for both steps, which keeps entries.
          { path: 'edit/source/:step?', element: form('SourceScreen') },
          { path: 'preflight', element: form('PreflightScreen') },
          { path: 'renditions', element: form('RenditionsScreen') },
          { path: 'publication', element: form('PublicationAddScreen') },
          // Before the services, none of which has this name.
          { path: 'publication/player/:tab?', element: form('PlayerScreen') },
          // Without an index, or with "new", it is a new publication. One route, which keeps entries when the tab
          // changes.
          { path: 'publication/:service/:index?/:tab?', element: form('PublicationScreen') },
        ],
      },
      { path: '*', element: <Navigate to="/" replace /> },
    ],
  },
]);
numberEntries(router);
