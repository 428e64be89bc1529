import './ui/look/kit.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { createBrowser, createHost } from './app/browser/createBrowser.ts';
import { browserStorage, storage, storedScheme } from './app/browser/storage.ts';
import { createSparePlayer, fetchAppChunk, loadPlayer, onceCalm } from './app/loading/loadApp.ts';
import { idler, onceShown, onNewScreen, prefetch } from './app/loading/prefetch.ts';
import { sessionStarted } from './features/gate/session/actions.ts';
import { createStore } from './features/gate/store.ts';
import { startI18n, translateNow } from './i18n/index.ts';
import { installTokens, showScheme } from './ui/look/colorSchemeVariables.ts';
import { loadFonts, showFonts } from './ui/look/fonts.ts';

installTokens(document);
showScheme(document, storedScheme());
await startI18n({ page: document, browser: navigator.languages, storage: browserStorage });

const root = document.getElementById('root');
if (root) {
  const host = createHost();
  const store = createStore({ host, browser: createBrowser() });
  const fetchFonts = () =>
    // The text brings the script of the language.
    loadFonts(document, translateNow('Login')).then(
      () => {
        storage.write('fonts', '1');
        onNewScreen(store, window, () => showFonts(document));
      },
      () => {}, // the fallback font stays
    );
  createRoot(root).render(
    <StrictMode>
      <App store={store} foreign={host.foreign ? new URL(host.core.address).host : undefined} />
    </StrictMode>,
  );
  const quiet = idler();
  // From an earlier visit: they come before the first screen, and do not delay it.
  if (storage.read('fonts')) void fetchFonts();
  // The 48 kB of fonts must not delay the first screen, the application and the first picture.
  onceShown(store, quiet, () =>
    prefetch([fetchAppChunk, loadPlayer, createSparePlayer], quiet, () => {
      void onceCalm().then(fetchFonts);
    }),
  );
  store.dispatch(sessionStarted());
}
