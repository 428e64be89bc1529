// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { channelSelected, channelsFound } from '../../features/live/channel/slice.ts';
import { aCore } from '../../testing/coreAnswers.ts';
import { openStore } from '../../testing/openStore.ts';
import { renderAt, setUpScreens } from '../../testing/renderScreens.tsx';
import { ChannelOutlet, isAbout, newChannelIntentOf } from './ChannelOutlet.tsx';

setUpScreens();

const channel = (id: string) => ({ id, name: id, available: true, egresses: {} });

it.each([
  ['the selected channel', '/a/edit', { current: 'a', path: '/a/edit' }],
  ['another channel', '/b/edit', { current: 'b', path: '/b/edit' }],
  ['an unknown channel', '/c/edit', { current: 'a', path: '/' }],
  ['an id with a known prefix', '/ab', { current: 'a', path: '/' }],
])('the outlet selects the channel in the address or redirects home: %s', async (_, address, expected) => {
  const store = openStore({ core: aCore() });
  store.dispatch(channelsFound({ list: [channel('a'), channel('b')], chosen: 'a' }));
  const screens = { '/:channel': <ChannelOutlet />, '/:channel/edit': <ChannelOutlet />, '/': <h1>Home</h1> };
  const router = await act(async () => renderAt(store, screens, address));
  expect({ current: store.getState().channel.current, path: router.state.location.pathname }).toEqual(expected);
  expect(screen.queryAllByRole('heading', { name: 'Home' })).toHaveLength(expected.path === '/' ? 1 : 0);
});

it('the outlet prefers the address to the selected channel', async () => {
  const store = openStore({ core: aCore() });
  store.dispatch(channelsFound({ list: [channel('a'), channel('b')], chosen: 'a' }));
  const router = await act(async () => renderAt(store, { '/:channel': <ChannelOutlet />, '/': <h1>Home</h1> }, '/a'));
  await act(async () => store.dispatch(channelSelected('b')));
  expect(store.getState().channel.current).toBe('a');
  expect(router.state.location.pathname).toBe('/a');
});

it.each([
  ['#/abc', true],
  ['#/abc/', true],
  ['#/abc/publication/player', true],
  ['#/abc?from=1', true],
  // Pasted with a trailing period, or of another channel.
  ['#/abc.', false],
  ['#/abcd/edit', false],
  ['#/', false],
  ['', false],
])('the address %s belongs to the channel abc: %s', (hash, about) => expect(isAbout('abc', hash)).toBe(about));

it.each([
  [{ create: 'Studio', idx: 3 }, { create: 'Studio' }],
  [{ create: 7 }, null],
  [{ after: 'source' }, null],
  ['create', null],
  [null, null],
])('reads the history state %j as %j', (state, intent) => expect(newChannelIntentOf(state)).toEqual(intent));
