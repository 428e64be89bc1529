import { expect, it } from 'vitest';
import { openStore } from '../../../testing/openStore.ts';
import { preferenceChosen, preferencesOpened } from './slice.ts';

it('preferences are read from the browser and stored on a change', () => {
  const store = openStore({ storage: { expert: 'true', other: 'x' } });
  store.dispatch(preferencesOpened(['expert', 'updates']));
  expect(store.getState().preference).toEqual({ expert: 'true' });
  store.dispatch(preferenceChosen({ key: 'updates', value: 'false' }));
  expect(store.getState().preference).toEqual({ expert: 'true', updates: 'false' });
  expect(Object.fromEntries(store.storage)).toMatchObject({ expert: 'true', updates: 'false', other: 'x' });
});
