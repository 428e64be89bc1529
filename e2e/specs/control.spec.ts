import { AGENT_API } from '../../src/api/agentEndpoints.ts';
import { isAccessible } from '../support/browser/isAccessible.ts';
import type { AllowedError } from '../support/browser/pageErrors.ts';
import { storeChannel } from '../support/storedChannel.ts';
import { expect, test } from '../test.ts';

const unanswered: AllowedError = {
  line: /^status 503: \w+ \S+\/agent\/api\//,
  why: 'The agent begins with the first channel.',
};
const coreRestarts: AllowedError = {
  line: /^(request failed: GET \S+\/memfs\/|status 404: GET \S+\/(memfs|v3\/fs\/mem)\/|status 400: PUT \S+_snapshot\/command)/,
  why: 'What is played is gone, or not there yet; the channel has no snapshots.',
};

test('an operator creates an API token, which stops a channel, and revokes it @agent @this-machine', async ({
  operator,
  page,
  core,
  api,
  pageErrors,
  agent,
}) => {
  test.slow();
  pageErrors.allow(unanswered);
  pageErrors.allow(coreRestarts);
  const id = await storeChannel(api, core, { name: 'Studio', source: { push: 'studio' }, process: { delay: 2 } });
  await operator.enter();
  await operator.button('Menu').click();
  await page.getByRole('menuitem', { name: 'API access' }).click();
  await expect(page.getByText('No program has access yet.')).toBeVisible({ timeout: 60_000 });
  await isAccessible(page, 'the tokens');
  await operator.button('Add token').click();
  await operator.button('Create token').click();
  await expect(page.getByText('Enter a name')).toBeVisible();
  await isAccessible(page, 'the form of a token');
  await page.getByLabel('Name (required)').fill('Stream Deck');
  await operator.button('Create token').click();
  const secret = page.getByText(/^slt_[a-z2-7]{32}$/);
  await expect(secret).toBeVisible();
  const token = (await secret.textContent()) ?? '';
  await isAccessible(page, 'a new token');
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1280, height: 900 });

  const request = (path: string, method = 'GET') =>
    fetch(`${agent}${AGENT_API}${path}`, { method, headers: { Authorization: `Bearer ${token}` } });
  await expect.poll(async () => (await request('/channels')).text(), { timeout: 60_000 }).toContain(id);
  await expect.poll(async () => (await request(`/channels/${id}/stop`, 'POST')).status).toBe(200);
  expect((await request('/tokens')).status).toBe(403);
  await page.goto(`${page.url().replace(/#.*/, '')}#/${id}`);
  await operator.sees('Stopped');

  await page.goto(`${page.url().replace(/#.*/, '')}#/tokens`);
  await page.getByRole('button', { name: 'Revoke: Stream Deck' }).click();
  await page.getByRole('button', { name: 'Revoke token' }).click();
  await expect(page.getByText('No program has access yet.')).toBeVisible();
  expect((await request('/channels')).status).toBe(401);
});
