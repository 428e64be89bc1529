import { beforeEach, describe, expect, it, vi } from 'vitest';
import { METADATA_KEY } from '../../../api/processIds.ts';
import { isGroup } from '../../../media/stored/storedSchemas.ts';
import { aCore } from '../../../testing/coreAnswers.ts';
import { openStore } from '../../../testing/openStore.ts';
import { sessionStarted } from '../../gate/session/actions.ts';
import { type WebsiteDraft, websiteDraftOf } from './draft.ts';
import websites from './fixtures/stored-websites.json' with { type: 'json' };
import { websiteChanged, websiteOpened, websiteSaveRequested } from './slice.ts';
import { websiteTabs } from './tabs.ts';

// The website of 1.14 was recorded on a real core; the others have the keys of their releases and manual edits.
beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

const settled = () => vi.advanceTimersByTimeAsync(10);

async function savedOver(metadata: object, changed: Partial<WebsiteDraft>) {
  const global: Record<string, unknown> = { [METADATA_KEY]: metadata, other: { theirs: 1 } };
  const store = openStore({
    storage: { token: 'kept' },
    core: aCore({
      metadataAll: () => structuredClone(global),
      metadataSet: ({ key, body }) => {
        global[key] = JSON.parse(JSON.stringify(body));
      },
    }),
  });
  store.dispatch(sessionStarted());
  await settled();
  store.dispatch(websiteOpened());
  await settled();
  const { website } = store.getState();
  store.dispatch(websiteChanged(changed));
  store.dispatch(websiteSaveRequested());
  await settled();
  expect(global.other).toEqual({ theirs: 1 });
  return { shown: website.status === 'open' ? website.draft : null, held: global[METADATA_KEY] };
}

/** Each value differs from the stored one. */
const changes: Partial<WebsiteDraft> = {
  ...{ playersite: false, channelid: 'c', channel_list: ['c'], title: 'T', headline: 'H', description: 'D' },
  ...{ share: false, support: false, template: 'other', templatename: 'n' },
  ...{ textcolor_title: '#111111', textcolor_default: '#222', textcolor_link: '#333', textcolor_link_hover: '#444' },
  ...{ bgcolor_default: '#555', bgcolor_header: '#666', bgcolor_selected: '#777', bgcolor_unselected: '#888' },
  ...{ hrcolor: '#999', bgimage_url: '/playersite/bg.png', logo: '/l.png', banner: '/b.png' },
  ...{ imprint: 'I', terms: 'T', inject1: '1', inject2: '2', inject3: '3', inject4: '4' },
};

const isSame = (found: unknown, expected: unknown) => expect(JSON.stringify(found)).toBe(JSON.stringify(expected));

describe.each(websites)('the website of $release', ({ metadata }) => {
  const playersite: Record<string, unknown> = metadata.playersite;

  it('is saved without any difference if nothing changed', async () => {
    const { shown, held } = await savedOver(metadata, {});
    expect(shown).toEqual(websiteDraftOf(playersite));
    isSame(held, metadata);
  });

  it.each(websiteTabs.flatMap(({ fields }) => Object.keys(fields)))(
    'differs only in %s after its change',
    async (key) => {
      const value: unknown = Reflect.get(changes, key);
      const { held } = await savedOver(metadata, { [key]: value });
      isSame(held, { ...metadata, playersite: { ...playersite, [key]: value } });
    },
  );

  it('is unchanged after it was switched off and on again', async () => {
    const { held: off } = await savedOver(metadata, { playersite: false });
    expect(isGroup(off) && off.playersite).toMatchObject({ playersite: false });
    const { held: on } = await savedOver(Object(off), { playersite: true });
    isSame(on, metadata);
  });
});
