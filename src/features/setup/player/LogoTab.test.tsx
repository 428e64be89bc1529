// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ingestId, METADATA_KEY } from '../../../api/processIds.ts';
import PlayerScreen from '../../../screens/PlayerScreen.tsx';
import { aCore, CHANNEL } from '../../../testing/coreAnswers.ts';
import { openStore } from '../../../testing/openStore.ts';
import { renderAt, settleScreens, setUpScreens } from '../../../testing/renderScreens.tsx';
import { sessionStarted } from '../../gate/session/actions.ts';
import { playerImagePicked } from './slice.ts';

setUpScreens();

it('the logo tab shows at its field why an upload was rejected', async () => {
  const metadata = { version: 1, meta: { name: 'Studio' } };
  const processes = () => [{ id: ingestId(CHANNEL), reference: CHANNEL, metadata: { [METADATA_KEY]: metadata } }];
  const store = openStore({ core: aCore({ processes, processMetadata: () => metadata }) });
  store.dispatch(sessionStarted());
  await settleScreens(0);
  renderAt(store, { '/:channel/publication/player/:tab?': <PlayerScreen /> }, `/${CHANNEL}/publication/player/logo`);
  await settleScreens(100);
  const file = new File(['no image'], 'logo.png');
  await act(async () => store.dispatch(playerImagePicked({ image: 'logo', file })));
  await settleScreens(100);
  expect(screen.getByRole('alert').textContent).toContain('Uploading the logo failed');
});
