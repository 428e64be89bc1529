// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ingestId, METADATA_KEY } from '../api/processIds.ts';
import { sessionStarted } from '../features/gate/session/actions.ts';
import { websiteChanged } from '../features/setup/website/slice.ts';
import { aCore } from '../testing/coreAnswers.ts';
import { openStore } from '../testing/openStore.ts';
import { renderAt, settleScreens, setUpScreens } from '../testing/renderScreens.tsx';
import { hostileTexts } from '../viewer/fixtures/hostileTexts.ts';
import WebsiteScreen from './WebsiteScreen.tsx';

setUpScreens();

const ALPHA = '3f6b1f0e-7d7e-4c55-9d64-2b6a4c1f9a10';
const BETA = 'b8c0d9a4-1111-4222-8333-0123456789ab';
const GAMMA = 'c8c0d9a4-1111-4222-8333-0123456789ab';
const NAMES = { [ALPHA]: 'Alpha', [BETA]: 'Beta', [GAMMA]: 'Gamma' };

async function openScreen(tab: string, playersite: object = {}, names: Readonly<Record<string, string>> = NAMES) {
  const store = openStore({
    storage: { token: 'kept' },
    core: aCore({
      processes: () =>
        Object.entries(names).map(([channel, name]) => ({
          id: ingestId(channel),
          reference: channel,
          metadata: { [METADATA_KEY]: { version: 1, meta: { name } } },
        })),
      metadataAll: () => ({ [METADATA_KEY]: { version: 1, playersite } }),
    }),
  });
  store.dispatch(sessionStarted());
  await settleScreens(10);
  const router = renderAt(
    store,
    { '/playersite/:tab?': <WebsiteScreen />, '/:channel/edit/wizard': <p>Wizard</p> },
    `/playersite${tab}`,
  );
  await settleScreens(10);
  const draft = () => {
    const { website } = store.getState();
    return website.status === 'open' ? website.draft : null;
  };
  return { store, router, draft };
}

const list = () => screen.getByRole('list', { name: 'Order of the channels' });
const order = () =>
  within(list())
    .getAllByRole('checkbox')
    .map((box) => box.closest('label')?.querySelector('bdi')?.textContent);

it.each(['', '/nowhere'])('the website form redirects the website address %j to the first tab', async (address) => {
  const { router } = await openScreen(address);
  expect(router.state.location.pathname).toBe('/playersite/general');
  expect(screen.getByRole('link', { name: 'General' }).getAttribute('aria-current')).toBe('page');
});

it('the website form explains that a website needs a channel, and links to the wizard', async () => {
  const { store } = await openScreen('/general', {}, {});
  screen.getByRole('heading', { name: 'The website needs a channel' });
  const way = screen.getByRole('link', { name: 'Set up the channel' }).getAttribute('href');
  expect(way).toBe(`#/${store.getState().channel.current}/edit/wizard`);
});

describe('the channel list of the website', () => {
  it('contains all channels until some are chosen, and can be reset', async () => {
    const { draft } = await openScreen('/general');
    expect(draft()?.channel_list).toBeNull();
    expect(screen.queryByRole('list', { name: 'Order of the channels' })).toBeNull();
    fireEvent.click(screen.getByRole('radio', { name: /^Selected channels/ }));
    expect(draft()?.channel_list).toEqual([ALPHA, BETA, GAMMA]);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Beta' }));
    expect(draft()?.channel_list).toEqual([ALPHA, GAMMA]);
    fireEvent.click(screen.getByRole('radio', { name: /^All channels/ }));
    expect(draft()?.channel_list).toBeNull();
    fireEvent.click(screen.getByRole('radio', { name: /^Selected channels/ }));
    expect(draft()?.channel_list).toEqual([ALPHA, GAMMA]);
  });

  it('is reordered by buttons with the focus following', async () => {
    const { draft } = await openScreen('/general', { channelid: BETA, channel_list: [BETA, ALPHA, GAMMA] });
    expect(order()).toEqual(['Beta', 'Alpha', 'Gamma']);
    expect(screen.getByRole('checkbox', { name: /^Beta/ })).toHaveProperty('disabled', true);
    const up = () => screen.getByRole('button', { name: 'Move Gamma up' });
    for (const after of [
      [BETA, GAMMA, ALPHA],
      [GAMMA, BETA, ALPHA],
      [GAMMA, BETA, ALPHA],
    ]) {
      up().focus();
      fireEvent.click(up());
      expect(draft()?.channel_list).toEqual(after);
      expect(document.activeElement).toBe(up());
    }
    expect(up().getAttribute('aria-disabled')).toBe('true');
  });

  it('is reordered by dragging, but not past the last listed channel', async () => {
    const { draft } = await openScreen('/general', { channel_list: [ALPHA, BETA] });
    const HEIGHT = 50;
    for (const [i, row] of [...list().children].entries())
      vi.spyOn(row, 'getBoundingClientRect').mockImplementation(() => {
        const at = [...list().children].indexOf(row);
        return DOMRect.fromRect({ y: (at < 0 ? i : at) * HEIGHT, height: HEIGHT });
      });
    const [handle] = list().querySelectorAll('.order-handle');
    if (!handle) throw new Error('no handle');
    fireEvent.pointerDown(handle);
    // jsdom has no pointer events with coordinates.
    const point = (event: Event) =>
      act(() => {
        window.dispatchEvent(event);
      });
    const move = (clientY: number) => point(Object.assign(new Event('pointermove'), { clientY }));
    move(80);
    expect(draft()?.channel_list).toEqual([BETA, ALPHA]);
    move(500);
    expect(draft()?.channel_list).toEqual([BETA, ALPHA]);
    move(10);
    expect(draft()?.channel_list).toEqual([ALPHA, BETA]);
    point(new Event('pointerup'));
    move(80);
    expect(draft()?.channel_list).toEqual([ALPHA, BETA]);
  });
});

describe('the preview of a legal text', () => {
  const preview = () => screen.getByRole('region', { name: 'Preview: Imprint' });

  it('is shown as viewers see it', async () => {
    await openScreen('/notes', { imprint: '# Us\n\nMarket 1\nhttps://a.test' });
    // One level below the heading of the preview, so that no level is skipped.
    expect(
      within(preview())
        .getAllByRole('heading')
        .map(({ tagName, textContent }) => `${tagName} ${textContent}`),
    ).toEqual(['H2 Preview: Imprint', 'H3 Us']);
    expect(within(preview()).getByRole('link').getAttribute('href')).toBe('https://a.test/');
    expect(screen.queryByRole('region', { name: 'Preview: Terms' })).toBeNull();
  });

  it('cannot access the page', async () => {
    const { store } = await openScreen('/notes', { imprint: 'x' });
    expect(preview().querySelector('.note-preview')?.textContent).toBe('x');
    for (const text of hostileTexts) {
      act(() => {
        store.dispatch(websiteChanged({ imprint: text }));
      });
      for (const element of document.querySelectorAll('.note-preview *')) {
        expect(['SCRIPT', 'IFRAME', 'IMG', 'STYLE', 'OBJECT', 'FORM', 'INPUT', 'SVG'], text).not.toContain(
          element.tagName.toUpperCase(),
        );
        const allowed = element.tagName === 'A' ? ['href', 'target', 'rel'] : [];
        expect(
          element.getAttributeNames().filter((name) => !allowed.includes(name)),
          text,
        ).toEqual([]);
        expect(element.getAttribute('href') ?? '', text).not.toMatch(/^\s*(javascript|data|vbscript):/i);
      }
    }
  });
});

it('the website form disables saving without a change if the website is stored and published', async () => {
  const save = () => screen.getByRole('button', { name: 'Save' });
  await openScreen('/general');
  expect(save()).toHaveProperty('disabled', false);
  cleanup();
  const { store } = await openScreen('/general', { title: 'T', playersite: false });
  expect(save()).toHaveProperty('disabled', true);
  act(() => {
    store.dispatch(websiteChanged({ title: 'U' }));
  });
  expect(save()).toHaveProperty('disabled', false);
});

it('the website form leads to the tab with a fault when saving', async () => {
  const { store, router } = await openScreen('/general', { title: 'T' });
  act(() => {
    store.dispatch(websiteChanged({ bgimage_url: 'javascript:x' }));
  });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await settleScreens(10);
  expect(router.state.location.pathname).toBe('/playersite/design');
  expect(document.querySelector('[aria-invalid=true]')).not.toBeNull();
});
