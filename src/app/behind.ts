import { patiently } from './patiently.ts';

/** The screens. */
export const loadApplication = () => patiently(() => import('./Application.tsx'));

/** What happens behind the gate; the screens come along. */
export function loadRooms() {
  loadApplication().catch(() => {}); // whoever shows them asks himself, and hears why it failed
  return patiently(() => import('../features/root.ts').then(({ rooms }) => rooms));
}

/** While the password is checked. */
export function fetchAhead() {
  loadRooms().catch(() => {}); // asked for again by whoever needs it
}
