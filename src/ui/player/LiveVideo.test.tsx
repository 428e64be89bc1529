// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '../../i18n/index.ts';
import { parseIngestMetadata } from '../../media/stored/metadata.ts';
import { channelForViewers } from '../../viewer/player/channelForViewers.ts';
import { playerConfig } from '../../viewer/player/config.ts';
import { LiveVideo } from './LiveVideo.tsx';
import { ViewerPlayer } from './ViewerPlayer.tsx';

const failToLoad = () => {
  throw new TypeError('Failed to fetch dynamically imported module');
};
vi.mock('./showLiveVideo.ts', () => failToLoad());
vi.mock('./showViewerPlayer.ts', () => failToLoad());

beforeAll(() => startI18n({ page: document, browser: [], storage: localStorage }));
afterEach(cleanup);

const config = playerConfig(channelForViewers('c', parseIngestMetadata({})));

it.each([
  ['the preview', <LiveVideo key="live" address="c.m3u8" poster={null} label="Studio" />],
  ['the player of the pages', <ViewerPlayer key="pages" config={config} root="http://core.test/" label="Studio" />],
])('%s reports a failed load without blaming the browser', async (_, player) => {
  render(player);
  expect((await screen.findByRole('status')).textContent).toBe(
    'Part of the interface could not be loaded. Reload the page.',
  );
});
