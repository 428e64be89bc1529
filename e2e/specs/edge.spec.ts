import type { Browser, Page } from '@playwright/test';
import { signedLink } from '../../harness/tools/edge/signedLink.ts';
import { EDGE_SECRET } from '../../harness/tools/edge/startEdge.ts';
import { LIBRARY } from '../../src/viewer/webRootFilePaths.ts';
import { PlayerEditor, viewerOf } from '../pages/playerEditor.ts';
import { isAccessible } from '../support/browser/isAccessible.ts';
import { overflowsOf } from '../support/browser/layoutOverflow.ts';
import { type PageErrors, watchPageErrors } from '../support/browser/pageErrors.ts';
import { speak } from '../support/browser/speak.ts';
import { edgeOf, liveForEdges } from '../support/edge.ts';
import { startReverseProxy } from '../support/reverseProxy.ts';
import { expect, test } from '../test.ts';

const FULL = 'Viewer limit reached.';
const LANGUAGES = ['en', 'de', 'fr', 'it', 'pt', 'es', 'ru'];

interface Visitor extends AsyncDisposable {
  page: Page;
  errors: PageErrors;
  origins: Set<string>;
}

async function visitor(browser: Browser): Promise<Visitor> {
  const page = await browser.newPage({ locale: 'en-GB' });
  const origins = new Set<string>();
  page.on('response', (response) => {
    const { origin, pathname } = new URL(response.url());
    if (/\.(m3u8|ts)$/.test(pathname) && response.ok()) origins.add(origin);
  });
  const errors = watchPageErrors(page);
  errors.allow({
    line: /^(request failed|status 404): GET \S+\/memfs\/\S+\.jpg/,
    why: 'The channel has no snapshot yet, and of another origin an answer that is no image is blocked.',
  });
  return { page, origins, errors, [Symbol.asyncDispose]: () => page.close() };
}

test('an edge delivers to viewers, counts them, and tells them when it is full @own-core', async ({
  operator,
  core,
  page,
  browser,
}) => {
  const channel = await liveForEdges(await core.api());
  await using edge = await edgeOf(core.url, channel);
  const address = `${core.url}/${channel.name}.html`;
  await operator.enter();
  await operator.sees('Live');

  await test.step('the operator leads them there', async () => {
    const editor = new PlayerEditor(page);
    await editor.open();
    await editor.tab('Playback');
    await page.getByLabel('Delivery address').fill(`${edge.url}/`);
    await editor.saved();
    await expect(page.getByRole('link', { name: 'Open HLS' })).toHaveAttribute(
      'href',
      `${edge.url}/memfs/${channel.name}.m3u8`,
    );
  });

  await using first = await visitor(browser);
  await first.page.goto(address);
  await expect(viewerOf(first.page).video).toPlay();
  expect([...first.origins]).toEqual([edge.url]);

  await test.step('they are counted there', async () => {
    const viewers = async () => {
      await edge.count();
      return operator.figure('Viewers').textContent();
    };
    await expect.poll(viewers).toBe('1');
    await page.getByRole('button', { name: 'Note: Viewers' }).click();
    await expect(page.getByText('sum of the edges')).toBeVisible();
  });

  await test.step('who comes when it is full is told so, and gets in when it is not', async () => {
    await edge.count(1);
    await using second = await visitor(browser);
    second.errors.allow({ line: /^status 509: GET /, why: 'The edge is full.' });
    await second.page.goto(address);
    await expect(second.page.getByRole('status').filter({ hasText: FULL })).toBeVisible();
    await expect(viewerOf(first.page).video).toPlay();
    await edge.count(2);
    await expect(viewerOf(second.page).video).toPlay();
    await expect(second.page.getByRole('status').filter({ hasText: FULL })).toBeHidden();
    expect(second.errors.lines).toEqual([]);
  });
  expect(first.errors.lines).toEqual([]);
});

test('a viewer whose edge fails continues at another edge @nightly @own-core', async ({
  operator,
  core,
  page,
  browser,
  pageErrors,
  editor,
}) => {
  const channel = await liveForEdges(await core.api());
  pageErrors.allow({ line: /: GET \S+\/edge\/status/, why: 'One of the edges is gone.' });
  await using lost = await edgeOf(core.url, channel);
  await using other = await edgeOf(core.url, channel);
  await operator.enter();
  await editor.open();
  await editor.tab('Playback');
  await page.getByLabel('Delivery address').fill(`${lost.url} ${other.url}`);
  await editor.saved();

  await using viewer = await visitor(browser);
  viewer.errors.allow({
    line: new RegExp(`^(request failed|status 50.): GET ${lost.url}/`),
    why: 'This edge is gone.',
  });
  await viewer.page.addInitScript(() => {
    Math.random = () => 0;
  });
  await viewer.page.goto(`${core.url}/${channel.name}.html`);
  await expect(viewerOf(viewer.page).video).toPlay();
  expect([...viewer.origins]).toEqual([lost.url]);
  await lost.stop();
  await expect.poll(() => [...viewer.origins]).toEqual([lost.url, other.url]);
  await expect(viewerOf(viewer.page).video).toPlay();
  const viewers = async () => {
    await other.count();
    return operator.figure('Viewers').textContent();
  };
  await expect.poll(viewers).toBe('1');
  await page.getByRole('button', { name: 'Note: Viewers' }).click();
  await expect(page.getByText('1 of 2 edges respond')).toBeVisible();
  expect(viewer.errors.lines).toEqual([]);
});

test('a signed link plays until it expires, also on a page of another site @nightly @own-core', async ({
  operator,
  core,
  browser,
  editor,
  page,
}) => {
  const channel = await liveForEdges(await core.api());
  await using edge = await edgeOf(core.url, { ...channel, access: 'signed' });
  await operator.enter();
  // The player library is written with the first player page.
  await editor.open();
  await editor.tab('Color');
  await page.getByLabel('Seek bar', { exact: true }).fill('#37c871');
  await editor.saved();

  const until = Math.floor(Date.now() / 1000) + 20;
  const source = edge.url + signedLink(`${channel.name}.m3u8`, { channel: channel.name, until, secret: EDGE_SECRET });
  await using otherSite = await startReverseProxy(core.url);
  await using viewer = await visitor(browser);
  viewer.errors.allow(
    { line: /^status 410: GET /, why: 'The link has ended.' },
    { line: /^console: VIDEOJS/, why: 'It says that it was refused.' },
  );
  const answers: { status: number; at: number }[] = [];
  viewer.page.on('response', async (response) => {
    if (!response.url().startsWith(edge.url)) return;
    answers.push({ status: response.status(), at: Date.parse(response.headers().date ?? '') / 1000 });
  });
  await viewer.page.goto(
    otherSite.pageWith(`<video-js id="v" muted></video-js><script src="${core.url}/${LIBRARY}video.min.js"></script>
      <script>videojs('v', { autoplay: 'muted', html5: { vhs: { overrideNative: true } },
        sources: [{ src: '${source}', type: 'application/x-mpegURL' }] })</script>`),
  );
  await expect(viewerOf(viewer.page).video).toPlay();
  await expect.poll(() => answers.at(-1)?.status).toBe(410);
  const allowed = answers.filter(({ status }) => status === 200);
  // The Date of a response is written after the check of the link, so it can be one second later.
  expect(Math.max(...allowed.map(({ at }) => at))).toBeLessThanOrEqual(until + 1);
  expect(answers.filter(({ status, at }) => status !== 200 && at <= until)).toEqual([]);
  expect(viewer.errors.lines).toEqual([]);
});

test('the edge screen sizes edges, writes their settings and polls them, accessibly and on a phone @nightly @own-core', async ({
  operator,
  core,
  page,
  pageErrors,
  editor,
}) => {
  pageErrors.allow({ line: /^request failed: GET http:\/\/127\.0\.0\.1:9\//, why: 'There is no edge.' });
  const channel = await liveForEdges(await core.api());
  await using edge = await edgeOf(core.url, channel);
  await operator.enter();
  await operator.sees('Live');
  await editor.open();
  await editor.tab('Playback');
  await page.getByRole('link', { name: 'Edges: how many, and their files' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edges' })).toBeVisible();

  for (const [kind, file] of [
    ['compose', 'compose.yaml'],
    ['swarm', 'stack.yaml'],
    ['kubernetes', 'kustomization.yaml'],
    ['nginx', 'edge.conf'],
  ] as const) {
    await page.getByLabel('Kind').selectOption(kind);
    await page.getByRole('button', { name: 'Make the files' }).click();
    await expect(page.getByRole('region', { name: file })).toBeVisible();
  }
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download edge.conf' }).click();
  expect((await download).suggestedFilename()).toBe('edge.conf');

  await page.getByLabel('Addresses of edges').fill(`${edge.url} http://127.0.0.1:9`);
  await edge.count();
  await page.getByRole('button', { name: 'Check edges' }).click();
  const answers = page.getByRole('list', { name: 'Check edges' });
  await expect(answers).toContainText('Responds. Viewers: 0');
  await expect(answers).toContainText('Does not respond as an edge.');
  await isAccessible(page, 'edges');

  await page.setViewportSize({ width: 360, height: 800 });
  const found: string[] = [];
  for (const language of LANGUAGES) {
    await speak(page, language);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.locator('main h1').first()).toBeAttached();
    for (const overflow of await overflowsOf(page)) found.push(`${language}: ${overflow}`);
  }
  expect(found).toEqual([]);
});
