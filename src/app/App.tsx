import { Provider } from 'react-redux';
import type { createStore } from '../features/gate/store.ts';
import { Announcer } from '../ui/feedback/Announcer.tsx';
import { ErrorBoundary } from '../ui/frame/ErrorBoundary.tsx';
import { ForeignHost } from '../ui/layout/Page.tsx';
import { VERSION } from './about/version.ts';
import { Gate } from './gate/Gate.tsx';

interface AppProps {
  store: ReturnType<typeof createStore>;
  /** Address of the core, if it differs from the origin of this page. */
  foreign: string | undefined;
}

export function App({ store, foreign }: AppProps) {
  return (
    <ErrorBoundary product={`Sluice ${VERSION}`}>
      <Provider store={store}>
        <ForeignHost value={foreign}>
          <Gate />
        </ForeignHost>
        <Announcer />
      </Provider>
    </ErrorBoundary>
  );
}
