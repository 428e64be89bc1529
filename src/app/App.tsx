import { lazy } from 'react';
import { Provider } from 'react-redux';
import type { createStore } from '../features/gate/store.ts';
import { type LazyPanels, LazyPanelsContext } from '../features/live/streamInspector/LazyPanelsContext.tsx';
import { Announcer } from '../ui/feedback/Announcer.tsx';
import { ErrorBoundary } from '../ui/frame/ErrorBoundary.tsx';
import { ForeignHost } from '../ui/layout/Page.tsx';
import { VERSION } from './about/version.ts';
import { Gate } from './gate/Gate.tsx';
import { loadWatching } from './loading/loadInspector.ts';
import { loadForm } from './loading/loadScreens.ts';
import { OpenSetup } from './loading/OpenSetup.tsx';

const EncoderSpeedups = lazy(() => loadForm('EncoderSpeedups'));

const later: LazyPanels = {
  SourcePanel: lazy(() => loadWatching().then(({ SourcePanel }) => ({ default: SourcePanel }))),
  EncoderSpeedups: ({ channel }) => (
    <OpenSetup>
      <EncoderSpeedups channel={channel} />
    </OpenSetup>
  ),
  HealthBar: lazy(() => loadWatching().then(({ HealthBar }) => ({ default: HealthBar }))),
  Graph: lazy(() => loadWatching().then(({ BitrateAndFpsGraph }) => ({ default: BitrateAndFpsGraph }))),
  Timeline: lazy(() => loadWatching().then(({ Timeline }) => ({ default: Timeline }))),
  ProbedSource: lazy(() => loadWatching().then(({ ProbedSource }) => ({ default: ProbedSource }))),
};

interface AppProps {
  store: ReturnType<typeof createStore>;
  /** Where the core is, when that is not the origin of this page. */
  foreign: string | undefined;
}

export function App({ store, foreign }: AppProps) {
  return (
    <ErrorBoundary product={`Sluice ${VERSION}`}>
      <Provider store={store}>
        <ForeignHost value={foreign}>
          <LazyPanelsContext value={later}>
            <Gate />
          </LazyPanelsContext>
        </ForeignHost>
        <Announcer />
      </Provider>
    </ErrorBoundary>
  );
}
