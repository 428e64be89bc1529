// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '../../../i18n/index.ts';
import type { Progress } from '../../../media/run/progress.ts';
import { CHANNEL } from '../../../testing/coreAnswers.ts';
import { openStore } from '../../../testing/openStore.ts';
import { statesOpened, watchedFetched } from '../channel/slice.ts';
import { SourcePanel } from './SourcePanel.tsx';
import { delayMeasured, segmentGone, segmentSeen, segmentUnreadable, senderSeen, setUpRead } from './slice.ts';

beforeAll(() => startI18n({ page: document, browser: [], storage: localStorage }));
beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const holes: [] = [];
const figures = {
  seconds: 8,
  video: {
    ...{ codec: 'h264', profile: 'High', level: '4.1', width: 1920, height: 1080, statedFps: 30, frames: 120 },
    ...{ fps: 15.04, keyframeSeconds: 8, kbit: 4520, holes },
  },
  audio: { codec: 'aac', profile: 'LC', rate: 44_100, channels: 2, kbit: 128, holes },
};
const loudness = { seconds: 8, channels: [-18, -100].map((rms) => ({ rms, peak: rms })), quietSeconds: 0 };

it('the source panel shows the streams and remarks on them', () => {
  const store = openStore();
  render(
    <Provider store={store}>
      <SourcePanel channel={CHANNEL} />
    </Provider>,
  );
  const source = within(screen.getByRole('region', { name: 'Source' }));
  expect(source.queryByRole('alert')).toBeNull();
  expect(source.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    ...['Video', 'Frame rate', 'Keyframe interval', 'Audio', 'Audio level, left', 'Audio level, right', 'Delay'],
  ]);
  act(() => {
    store.dispatch(setUpRead({ video: null, audio: null, assumed: false, push: { type: 'rtmp', name: 'key' } }));
    store.dispatch(
      segmentSeen({ at: Date.now(), figures, loudness, silentSince: Date.now() - 9500, farKeyframes: null }),
    );
  });
  const rows = () =>
    source.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
  expect(rows()).toEqual([
    'Video: 1920×1080 · H.264 High, level 4.1 · 4.5 Mbit/s',
    'Frame rate: 15 of 30 fps',
    'Keyframe interval: 8 s',
    'Audio: AAC · 44.1 kHz · stereo · 128 kbit/s',
    'Audio level, left: -18 dBFS',
    'Audio level, right: silent',
    'Delay: –',
    'Sent by: RTMP',
  ]);
  expect(source.getByRole('meter', { name: 'Audio level, left' }).getAttribute('aria-valuenow')).toBe('-18');
  const alerts = () => source.queryAllByRole('alert').map((alert) => alert.querySelector('strong')?.textContent);
  expect(alerts()).toEqual(['Keyframe every 8 s', '15 of 30 frames per second']);
  act(() => {
    vi.advanceTimersByTime(1000);
    store.dispatch(senderSeen({ by: 'rtmp', from: '192.0.2.7', since: 1 }));
  });
  expect(alerts()).toEqual(['No audio', 'Keyframe every 8 s', '15 of 30 frames per second']);
  expect(rows().at(-1)).toMatch(/^Sent by: RTMP · 192\.0\.2\.7 · since \d\d:\d\d:\d\d$/);
  act(() => {
    store.dispatch(segmentUnreadable());
  });
  expect(source.getByText(/cannot be read here/)).not.toBeNull();
  act(() => {
    store.dispatch(segmentGone());
  });
  expect(source.getByText('The figures appear when the stream is live.')).not.toBeNull();
  expect(source.queryByText(/^Set by hand/)).toBeNull();
  store.stop();
});

it('the source panel shows the delay while it is measured', () => {
  const store = openStore();
  render(
    <Provider store={store}>
      <SourcePanel channel={CHANNEL} />
    </Provider>,
  );
  const delayText = () => screen.getByText('Delay').nextElementSibling?.textContent;
  act(() => {
    store.dispatch(segmentSeen({ at: Date.now(), figures, loudness, silentSince: null, farKeyframes: null }));
  });
  expect(delayText()).toBe('–');
  fireEvent.click(screen.getByRole('button', { name: 'Note: Delay' }));
  expect(screen.getByText(/measured in the preview/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Note: Delay' }));
  for (const [delay, text] of [
    [{ least: 6, most: 6 }, '6 s'],
    [{ least: 3, most: 4 }, '3 to 4 s'],
  ] as const) {
    act(() => {
      store.dispatch(delayMeasured(delay));
    });
    expect(delayText()).toBe(text);
  }
  act(() => {
    store.dispatch(segmentGone());
    store.dispatch(segmentSeen({ at: Date.now(), figures, loudness, silentSince: null, farKeyframes: null }));
  });
  expect(delayText()).toBe('3 to 4 s');
  act(() => {
    store.dispatch(delayMeasured(null));
  });
  expect(delayText()).toBe('–');
  store.stop();
});

it('the source panel marks manual settings before and after the first reading', () => {
  const store = openStore();
  render(
    <Provider store={store}>
      <SourcePanel channel={CHANNEL} />
    </Provider>,
  );
  act(() => {
    store.dispatch(setUpRead({ video: null, audio: null, assumed: true, push: null }));
  });
  expect(screen.getByText('Set by hand, not seen yet').className).toBe('badge');
  act(() => {
    store.dispatch(segmentSeen({ at: Date.now(), figures, loudness, silentSince: null, farKeyframes: null }));
  });
  expect(screen.queryByText('Set by hand, not seen yet')).toBeNull();
  expect(screen.getByText('Set by hand').className).toBe('badge');
  expect(screen.getByRole('link', { name: 'Probe the source' }).getAttribute('href')).toBe(
    `#/${CHANNEL}/edit/source/video`,
  );
  store.stop();
});

it('the source panel shows arriving and sent streams separately if the server encodes', () => {
  const store = openStore();
  render(
    <Provider store={store}>
      <SourcePanel channel={CHANNEL} />
    </Provider>,
  );
  const expected = { codec: 'h264', width: 640, height: 360, fps: 15, rate: 0, channels: 0, chosen: false };
  const video = { ...expected, encoded: true };
  act(() => {
    store.dispatch(statesOpened(CHANNEL));
    store.dispatch(setUpRead({ video, audio: null, assumed: false, push: null }));
    store.dispatch(segmentSeen({ at: Date.now(), figures, loudness: null, silentSince: null, farKeyframes: null }));
    for (let second = 0; second < 12; second += 1) {
      const counts = { frames: second * 30, sizeKb: 0, seconds: second, repeated: second * 28 };
      const progress: Progress = {
        ...{
          status: 'connected',
          order: 'start',
          seconds: 60,
          uptimeSeconds: 60,
          fps: 30,
          bitrateKbit: null,
          speed: 1,
        },
        ...{ q: -1, frames: counts.frames, drop: 0, dup: 0, encodes: true, counts },
      };
      const at = 1_000_000 + second * 1000;
      store.dispatch(watchedFetched({ channel: CHANNEL, askedAt: at, seenAt: at, progress, egresses: {} }));
    }
  });
  const part = (name: string) => screen.getByRole('heading', { name }).parentElement?.textContent ?? '';
  expect(part('Arrives')).toContain('640×360 · H.264');
  expect(part('Arrives')).toContain('2 of 15 fps');
  expect(part('Sent')).toContain('1920×1080');
  store.stop();
});
