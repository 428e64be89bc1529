import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ingestId, METADATA_KEY } from '../../../api/processIds.ts';
import { CHANNEL } from '../../../testing/coreAnswers.ts';
import { openWizard } from '../../../testing/openWizard.ts';
import { aac, aProbe, h264 } from '../../../testing/probes.ts';
import { statefulCore } from '../../../testing/statefulCore.ts';
import {
  audioAccepted,
  metaAccepted,
  saveRequested,
  tileChosen,
  videoAccepted,
  videoProbeRequested,
  videoSettingsChanged,
  wizardChanged,
  wizardClosed,
  wizardEditor,
} from './slice.ts';

const { leftOpen, keptMine, tookTheirs } = wizardEditor.actions;

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

const ingest = ingestId(CHANNEL);
const settle = async () => {
  await vi.advanceTimersByTimeAsync(50);
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(50);
};

async function openForm() {
  const metadata = { version: 1, sources: [], profiles: [], meta: { name: 'Studio', description: '' }, license: 'a' };
  const core = statefulCore(
    { [ingest]: { metadata: { [METADATA_KEY]: metadata } } },
    { answers: { processProbe: () => aProbe(h264, aac) } },
  );
  const { store, wizard } = await openWizard(core.answers, { id: CHANNEL, name: 'Studio' });
  const act = async (...actions: Parameters<typeof store.dispatch>[0][]) => {
    for (const action of actions) store.dispatch(action);
    await settle();
  };
  await act(
    tileChosen('network'),
    videoSettingsChanged({ mode: 'pull', address: 'rtsp://192.0.2.10/mine' }),
    videoProbeRequested(),
  );
  await act(videoAccepted(), audioAccepted());
  await act(wizardChanged({ meta: { ...wizard().draft.meta, name: 'Mine' } }), metaAccepted());
  const stored = () => Object(core.metadataOf(ingest)[METADATA_KEY]);
  const storeElsewhere = () =>
    Object.assign(stored(), { license: 'theirs', meta: { name: 'Studio', description: 'theirs' } });
  return { core, store, act, stored, storeElsewhere };
}

it('the wizard asks before it overwrites changes of another operator, and writes nothing until then', async () => {
  const { core, store, act, stored, storeElsewhere } = await openForm();
  storeElsewhere();
  const before = structuredClone(stored());
  await act(saveRequested());
  expect(store.getState().wizard).toMatchObject({
    at: { step: 'license' },
    draft: { meta: { name: 'Mine' } },
    others: { status: 'changed', draft: { license: 'theirs' } },
  });
  expect(stored()).toEqual(before);
  expect(core.interrupted).toEqual([]);
  await act(leftOpen());
  expect(store.getState().wizard).toMatchObject({ draft: { meta: { name: 'Mine' } }, others: { status: 'known' } });
  await act(saveRequested());
  expect(store.getState().wizard).toMatchObject({ others: { status: 'changed' } });
});

it('the wizard keeps the entries of this operator, and other changes of the other one', async () => {
  const { store, act, stored, storeElsewhere } = await openForm();
  storeElsewhere();
  await act(saveRequested());
  await act(keptMine(), saveRequested());
  expect(store.getState().wizard).toMatchObject({ at: { step: 'done' } });
  expect(stored()).toMatchObject({
    license: 'theirs',
    meta: { name: 'Mine', description: 'theirs' },
    sources: [{ type: 'network' }, {}],
  });
});

it('the wizard takes the version of the other operator', async () => {
  const { store, act, storeElsewhere } = await openForm();
  storeElsewhere();
  await act(saveRequested());
  await act(tookTheirs());
  expect(store.getState().wizard).toMatchObject({
    draft: { license: 'theirs', meta: { name: 'Studio', description: 'theirs' } },
    others: { status: 'none' },
  });
});

it('the wizard does not restore a channel that was deleted meanwhile', async () => {
  const { core, store, act } = await openForm();
  core.held.clear();
  await act(saveRequested());
  expect(store.getState().wizard).toMatchObject({ at: { step: 'license' }, others: { status: 'gone' } });
  expect([...core.held]).toEqual([]);
});

it('the wizard reports a failed save after the operator has left', async () => {
  const { store, act, stored, storeElsewhere } = await openForm();
  storeElsewhere();
  const before = structuredClone(stored());
  await act(saveRequested(), wizardClosed());
  expect(stored()).toEqual(before);
  expect(store.getState().notice.shown).toMatchObject([{ tone: 'error', text: expect.stringContaining('not saved') }]);
});

it('the wizard asks nothing if the other changes are in parts that it does not write', async () => {
  const { store, act, stored } = await openForm();
  stored().unknown = 'kept';
  await act(saveRequested());
  expect(store.getState().wizard).toMatchObject({ at: { step: 'done' } });
  expect(stored()).toMatchObject({ unknown: 'kept', meta: { name: 'Mine' } });
});
