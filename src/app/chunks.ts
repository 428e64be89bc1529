import { retryImport } from './retryImport.ts';

// Only ahead of time: whoever needs it in the end asks himself, and hears why it failed.
const ahead = (load: () => Promise<unknown>) => void load().catch(() => {});

/** The frame around the screens. */
export const loadApplication = () => retryImport(() => import('./Application.tsx'));

/** What happens behind the gate; the frame comes along. */
export function loadFeatures() {
  ahead(loadApplication);
  return retryImport(() => import('../features/features.ts').then(({ features }) => features));
}

/** While the password is checked: nearly everybody goes on to the channel. */
export function fetchAhead() {
  ahead(loadFeatures);
  ahead(() => import('../screens/ChannelScreen.tsx'));
}
