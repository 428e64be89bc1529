import { push } from '../../harness/streams/rtmpPush.ts';
import { AGENT_API } from '../../src/api/agentEndpoints.ts';
import { isAccessible } from '../support/browser/isAccessible.ts';
import { overflowsOf } from '../support/browser/layoutOverflow.ts';
import type { AllowedError } from '../support/browser/pageErrors.ts';
import { storeChannel } from '../support/storedChannel.ts';
import { webhookReceiver } from '../support/webhookReceiver.ts';
import { expect, test } from '../test.ts';

const coreRestarts: AllowedError = {
  line: /^(request failed: GET \S+\/memfs\/|status 404: GET \S+\/(memfs|v3\/fs\/mem)\/|status 400: PUT \S+_snapshot\/command)/,
  why: 'What is played is gone, or not there yet; the channel has no snapshots.',
};
const unanswered: AllowedError = {
  line: /^status 503: GET \S+\/agent\/api\//,
  why: 'The agent is started by the first question about alarms.',
};

// Alarms are sent to local addresses only if the environment allows it.
test.use({ environment: { SLUICE_AGENT_ALLOW: '127.0.0.1' } });

test('a new receiver gets one message about a failed channel and one when it has recovered @embedded @this-machine @timed', async ({
  operator,
  page,
  core,
  api,
  sources,
  pageErrors,
}) => {
  test.slow();
  pageErrors.allow(coreRestarts);
  pageErrors.allow(unanswered);
  await using receiver = await webhookReceiver();
  const { config } = await api.config();
  const address = `rtmp://${config.rtmp?.address}/studio`;
  const encode = () => sources.keep(push(['-f', 'flv', address]));
  const encoder = encode();
  await storeChannel(api, core, { name: 'Studio', source: { push: 'studio' }, process: { delay: 2 } });
  await operator.enter();
  await operator.sees('Live');

  const startedAt = performance.now();
  await operator.button('Menu').click();
  await page.getByRole('menuitem', { name: 'Alarms', exact: true }).click();
  await page.getByRole('link', { name: 'Choose: Webhook' }).click();
  await page.getByLabel('Address (required)').fill(receiver.url);
  await page.getByRole('button', { name: 'Generate: Signing secret' }).click();
  receiver.answer(403);
  await operator.button('Send a test').click();
  await expect(page.getByRole('alert')).toContainText(
    'Check the username, password, token or key. It responded with 403.',
  );
  receiver.answer(204);
  await operator.button('Send a test').click();
  await expect(page.getByText('The test arrived.')).toBeVisible();
  await operator.button('Save').click();
  await expect(page.getByText(/^You will be told when .*a channel is down/)).toBeVisible();
  expect(performance.now() - startedAt).toBeLessThan(60_000);
  await isAccessible(page, 'the receivers of alarms');

  const fired = () => receiver.told.filter(({ type }) => type === 'alarm.fired');
  const killedAt = performance.now();
  await encoder.stop();
  await expect.poll(() => fired().length, { timeout: 60_000 }).toBe(1);
  expect(performance.now() - killedAt).toBeLessThan(40_000);
  expect(fired()[0]?.data.title).toBe('Studio: Channel down');

  await page.getByRole('link', { name: 'Incidents' }).click();
  const running = page.getByRole('list', { name: 'Ongoing incidents' }).getByRole('listitem');
  await expect(running).toContainText('Studio: Channel down');
  await expect(running).toContainText('told: Webhook');
  await page.getByRole('button', { name: 'Silence: Studio: Channel down' }).click();
  await operator.button('Silence alarms').click();
  await expect(running).toContainText('Silenced');
  await isAccessible(page, 'a running incident that is silenced');
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'End the silence: Studio' }).click();
  await expect(page.getByText('Nothing is silenced.')).toBeVisible();

  encode();
  await expect
    .poll(() => receiver.told.filter(({ type }) => type === 'alarm.resolved').length, { timeout: 90_000 })
    .toBe(1);
  expect(fired()).toHaveLength(1);
  await expect(page.getByRole('list', { name: 'Past incidents' })).toContainText('Studio: Channel down');
  await page.getByRole('link', { name: 'Deliveries' }).click();
  const deliveries = page.getByRole('list', { name: 'Deliveries' });
  await expect(deliveries).toContainText('Resolved: Studio: Channel down');
  await expect(deliveries.getByText('Delivered')).toHaveCount(2);
  await isAccessible(page, 'the deliveries of alarms');
});

const LANGUAGES = ['en', 'de', 'fr', 'it', 'pt', 'es', 'ru'];
const PATHS = ['incidents', 'receivers', 'receivers/new', 'receivers/new/email', 'rules', 'deliveries'];

test('the alarm screens fit on a phone in seven languages, and are accessible in both schemes @embedded @this-machine', async ({
  operator,
  page,
  core,
  api,
  pageErrors,
}) => {
  test.slow();
  pageErrors.allow(unanswered);
  await storeChannel(api, core, { name: 'Studio '.repeat(20), source: { push: 'studio' }, stopped: true });
  await operator.enter();
  await page.goto(`${core.ui}#/alarms`);
  await expect(page.getByRole('list', { name: 'Kinds of receivers' })).toBeVisible();
  for (const name of ['Night shift '.repeat(8), '\u202e<b>\u05d0\u05d1']) {
    const form = { kind: 'gotify', name, fields: { address: 'http://192.168.77.7', token: 'A1b2C3d4E5f6G7h' } };
    const answer = await fetch(`${core.url}${AGENT_API}/receivers`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${api.tokens.access}` },
      body: JSON.stringify(form),
    });
    expect(answer.status).toBe(200);
  }
  const show = async (path: string) => {
    await page.evaluate((to) => {
      location.hash = `#/alarms/${to}`;
    }, path);
    await expect(page.locator('main nav [aria-current=page]')).toBeVisible();
    await expect(page.locator('main .skeleton')).toHaveCount(0);
  };
  const found: string[] = [];
  await page.setViewportSize({ width: 360, height: 740 });
  for (const language of LANGUAGES) {
    await page.evaluate((chosen) => localStorage.setItem('@@restreamer-ui@@language', chosen), language);
    await page.reload();
    for (const path of PATHS) {
      await show(path);
      for (const overflow of await overflowsOf(page)) found.push(`${language} ${path}: ${overflow}`);
    }
  }
  expect(found).toEqual([]);
  for (const path of PATHS) {
    await show(path);
    await isAccessible(page, `${path} of the alarms`);
  }
});
