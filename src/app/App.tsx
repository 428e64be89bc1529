import { Provider } from 'react-redux';
import type { createStore } from '../features/store.ts';
import { Announcer } from '../ui/Announcer.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { Gate } from './gate/Gate.tsx';
import { VERSION } from './version.ts';

export function App({ store }: { store: ReturnType<typeof createStore> }) {
  return (
    <ErrorBoundary product={`Sluice ${VERSION}`}>
      <Provider store={store}>
        <Gate />
        <Announcer />
      </Provider>
    </ErrorBoundary>
  );
}
