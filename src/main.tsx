import './ui/look/kit.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { createBrowser, createHost } from './app/browser/createBrowser.ts';
import { browserStorage, storedScheme } from './app/browser/storage.ts';
import { createSparePlayer, fetchAppChunk, loadPlayer } from './app/loading/loadApp.ts';
import { idler, onceShown, prefetch } from './app/loading/prefetch.ts';
import { sessionStarted } from './features/gate/session/actions.ts';
import { createStore } from './features/gate/store.ts';
import { startI18n } from './i18n/index.ts';
import { installTokens, showScheme } from './ui/look/colorSchemeVariables.ts';
import { announceFonts } from './ui/look/fonts.ts';

installTokens(document);
showScheme(document, storedScheme());
await startI18n({ page: document, browser: navigator.languages, storage: browserStorage });

const root = document.getElementById('root');
if (root) {
  const host = createHost();
  const store = createStore({ host, browser: createBrowser() });
  createRoot(root).render(
    <StrictMode>
      <App store={store} foreign={host.foreign ? new URL(host.core.address).host : undefined} />
    </StrictMode>,
  );
  const quiet = idler();
  // The 48 kB of fonts must not delay the first screen and the application, but texts should not wrap anew after it is
  // drawn: the fallback font has the same metrics, but not the same width of each letter.
  onceShown(store, quiet, () =>
    prefetch([fetchAppChunk], quiet, () => {
      announceFonts(document);
      prefetch([loadPlayer, createSparePlayer], quiet);
    }),
  );
  store.dispatch(sessionStarted());
}
