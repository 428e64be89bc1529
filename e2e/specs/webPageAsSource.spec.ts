import { createServer } from 'node:http';
import { listenOnLoopback } from '../../harness/streams/listenOnLoopback.ts';
import { isAccessible } from '../support/browser/isAccessible.ts';
import { expect, test } from '../test.ts';

const pageWith = (html: string) =>
  listenOnLoopback(createServer((_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end(html)));

test('the stream found in a web page is proposed, and goes live by keyboard', { tag: '@embedded' }, async ({
  operator,
  sources,
  page,
  api,
}) => {
  const stream = await sources.hls();
  const long = `https://cdn.example.org/${'segment/'.repeat(20)}live.m3u8`;
  await using site = await pageWith(`<title>TV</title><video src="${stream.url}"></video><a href="${long}">`);
  const { wizard } = operator;
  await operator.enter();
  await wizard.begin();
  await wizard.pullFrom(`http://${site.host}/`);
  await expect(wizard.alert).toContainText('This is the address of a web page, not of a stream.');
  await expect(wizard.alert.getByRole('button')).toHaveText([`Use ${stream.url}`, `Use ${long}`]);
  await isAccessible(page, 'the streams of a web page');
  await wizard.alert.getByRole('button').first().press('Enter');
  await wizard.at('Video settings');
  await wizard.acceptAll();
  await operator.sees('Live');
  const [ingest] = (await api.processes({ filter: 'config' })).filter(({ id }) => /:ingest:[0-9a-f-]+$/.test(id));
  expect(JSON.stringify(ingest?.config)).toContain(stream.url);
});

test('a web page without a stream explains how to find its address', async ({ operator }) => {
  await using site = await pageWith('<title>TV</title><script>javascript</script>');
  const { wizard } = operator;
  await operator.enter();
  await wizard.begin();
  await wizard.pullFrom(`http://${site.host}/index.html`);
  await expect(wizard.alert).toContainText('The address must point to the stream itself, not to a web page.');
  await expect(wizard.alert).toContainText('developer tools');
});
