// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const sent: URL[] = [];
const options: RequestInit[] = [];

beforeEach(() => {
  sent.length = 0;
  options.length = 0;
  vi.resetModules();
  history.replaceState(null, '', '/studio.html?token=secret#part');
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    sent.push(new URL(address));
    options.push(init);
    throw new Error('A viewer blocks it');
  });
});
afterEach(() => {
  dispatchEvent(new Event('playing')); // completes listeners of this test
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
});

async function open(dataset: Record<string, string>) {
  const script = document.createElement('script');
  Object.assign(script.dataset, dataset);
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  vi.spyOn(document, 'referrer', 'get').mockReturnValue('https://mail.example/?session=secret');
  await import('./countViews.ts');
}
const events = () => sent.map(({ searchParams }) => searchParams.get('en'));

it('a view and its first playback are reported to Google only', async () => {
  await open({ account: 'G-AB12CD34EF', name: 'Studio & Co', subject: 'Main stage' });
  expect(events()).toEqual(['page_view']);
  const video = document.body.appendChild(document.createElement('video'));
  for (let i = 0; i < 3; i += 1) video.dispatchEvent(new Event('playing'));
  expect(events()).toEqual(['page_view', 'video_start']);
  expect(sent.map(({ origin, pathname }) => origin + pathname)).toEqual(
    Array(2).fill('https://www.google-analytics.com/g/collect'),
  );
  const [view, start] = sent.map(({ searchParams }) => Object.fromEntries(searchParams));
  expect(view).toMatchObject({
    v: '2',
    tid: 'G-AB12CD34EF',
    dt: 'Main stage',
    _s: '1',
    'ep.tracker_name': 'Studio & Co',
  });
  expect(start).toMatchObject({ tid: 'G-AB12CD34EF', _s: '2', cid: view?.cid, sid: view?.sid });
});

it('counting stores nothing in the browser and reveals no secret of an address', async () => {
  await open({ account: 'G-AB12CD34EF' });
  expect(sent[0]?.searchParams.get('dl')).toBe('http://localhost:3000/studio.html');
  expect(sent[0]?.searchParams.get('dr')).toBe('https://mail.example/');
  expect(sent[0]?.searchParams.has('ep.tracker_name')).toBe(false);
  expect(sent.join()).not.toContain('secret');
  expect([document.cookie, localStorage.length, sessionStorage.length]).toEqual(['', 0, 0]);
  expect(options[0]).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer', mode: 'no-cors' });
});

it.each([
  ['doNotTrack', '1'],
  ['globalPrivacyControl', true],
])('a viewer with %s is not counted', async (name, value) => {
  Object.defineProperty(navigator, name, { value, configurable: true });
  await open({ account: 'G-AB12CD34EF' });
  document.body.appendChild(document.createElement('video')).dispatchEvent(new Event('playing'));
  Reflect.deleteProperty(navigator, name);
  expect(sent).toEqual([]);
});
