import { playlistAddress, playlistPath } from '../../src/media/hls/hlsFiles.ts';
import { watchPageErrors } from '../support/browser/pageErrors.ts';
import { expect, test } from '../test.ts';

test('the fixtures fail on page errors that were not allowed, and ignore allowed ones', async ({ core, context }) => {
  const page = await context.newPage();
  const pageErrors = watchPageErrors(page);
  pageErrors.allow({ line: /^console: expected$/, why: 'The journey provokes it.' });
  await page.goto(`${core.url}/ping`);
  await page.evaluate("console.error('expected'), console.error('not expected')");
  await page.evaluate(async () => {
    await fetch('/memfs/nothing.ts');
    await fetch('http://127.0.0.1:9/').catch(() => {});
    setTimeout(() => {
      throw new Error('thrown');
    });
  });
  await expect
    .poll(() => pageErrors.lines.toSorted())
    .toEqual([
      'console: not expected',
      'request failed: GET http://127.0.0.1:9/ net::ERR_UNSAFE_PORT',
      `status 404: GET ${core.url}/memfs/nothing.ts`,
      'uncaught: thrown',
    ]);
});

test('requests to the API are counted by path', async ({ core, page, calls }) => {
  await page.goto(`${core.url}/ping`);
  await page.evaluate(() => Promise.all(['/api', '/api', '/ping'].map((path) => fetch(path))));
  expect(calls.table).toEqual({ 'GET ': 2 });
  expect(calls.count(/^GET $/)).toBe(2);
});

test('a pulled stream plays as HLS in a browser, also after the core was restarted @own-core', async ({
  core,
  sources,
  page,
}) => {
  const source = await sources.hls();
  const api = await core.api();
  await api.processAdd({
    body: {
      id: 'journey',
      input: [{ address: source.url, options: ['-re'] }],
      output: [
        { address: playlistAddress('journey', 'memfs'), options: ['-codec', 'copy', '-f', 'hls', '-method', 'PUT'] },
      ],
      options: [],
      autostart: true,
      reconnect: true,
      reconnect_delay_seconds: 1,
    },
  });
  const playlist = async () => (await fetch(`${core.url}/${playlistPath('journey', 'memfs')}`)).status;
  await expect.poll(playlist).toBe(200);

  await page.goto(`${core.url}/ping`);
  await page.setContent('<video id="player" class="video-js" muted></video>');
  await page.addScriptTag({ path: 'node_modules/video.js/dist/video.min.js' });
  await page.evaluate(
    `videojs('player', { autoplay: true, sources: [{ src: '/${playlistPath('journey', 'memfs')}', type: 'application/x-mpegURL' }] })`,
  );
  await expect(page.locator('video')).toPlay();

  await page.goto('about:blank');
  await core.kill();
  await core.restart();
  expect((await (await core.api()).processes({})).map(({ id }) => id)).toEqual(['journey']);
  await expect.poll(playlist).toBe(200);
});

test.describe('a core without a user @own-core', () => {
  test.use({ user: null });

  test('starts without a user', async ({ core }) => {
    expect((await (await core.api()).about()).auths).toEqual([]);
  });
});
