import { ensureDemoChannel } from '../../harness/demo/channel.ts';
import { expect, test } from '../fixtures.ts';
import { isAccessible } from '../stage/accessibility.ts';
import { MODEST } from '../stage/channels.ts';

test('how the last five minutes went is drawn on demand, and told as a table', async ({ operator, core, page }) => {
  await ensureDemoChannel(await core.api(), MODEST);
  await operator.enter();
  await operator.sees('Live');
  const fold = page.getByRole('button', { name: 'Last 5 minutes' });
  await fold.press('Enter');
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('img', { name: /^Frame rate, last 5 minutes: \d+ fps( to \d+ fps)?$/ })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Drops, last 5 minutes: .*healthy/ })).toBeVisible();
  await page.getByText('As a table').click();
  await expect(page.getByRole('row', { name: /^30 s ago .* fps none$/ })).toBeVisible();
  const note = page.getByRole('button', { name: 'Note: Viewers' });
  await note.press('Enter');
  await expect(page.getByText('without this server and its preview')).toBeVisible();
  await isAccessible(page, 'the figures of a channel, with their graph and a note');
});
