import './ui/look/kit.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { createBrowser, createHost } from './app/browser/createBrowser.ts';
import { browserStorage, storedScheme } from './app/browser/storage.ts';
import { prefetchedParts } from './app/loading/loadApp.ts';
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
  // The 48 kB of fonts must not delay the first screen and the picture. The fallback font has the same metrics, so the
  // layout does not shift.
  onceShown(store, quiet, () => prefetch(prefetchedParts, quiet, () => announceFonts(document)));
  store.dispatch(sessionStarted());
}
