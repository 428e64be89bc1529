import { readFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { ensureDemoChannel } from '../../harness/tools/demo/demoChannel.ts';
import { freePort } from '../../harness/tools/launch/ports.ts';
import { isAccessible } from '../support/browser/isAccessible.ts';
import { MODEST } from '../support/channels.ts';
import { expect, test } from '../test.ts';

/** A TCP proxy that can be cut and restored. */
async function cuttable(to: number) {
  const open = new Set<Socket>();
  const listen = (port: number) =>
    new Promise<ReturnType<typeof createServer>>((resolve) => {
      const server = createServer((near) => {
        const upstream = connect(to, '127.0.0.1');
        for (const [from, other] of [
          [near, upstream],
          [upstream, near],
        ] as const) {
          open.add(from);
          from.pipe(other);
          from.on('error', () => other.destroy());
          from.on('close', () => other.destroy());
        }
      }).listen(port, '127.0.0.1', () => resolve(server));
    });
  const port = await freePort();
  let server = await listen(port);
  const cut = () => {
    server.close();
    for (const socket of open) socket.destroy();
    open.clear();
  };
  return {
    port,
    cut,
    async join() {
      server = await listen(port);
    },
  };
}

test('the timeline shows a destination that failed and recovered, with the duration', async ({
  operator,
  page,
  api,
  publications,
}) => {
  await ensureDemoChannel(api, MODEST);
  const { config } = await api.config();
  const way = await cuttable(Number(config.rtmp?.address.split(':').pop()));
  await operator.enter();
  await operator.sees('Live');
  await publications.addLive('Venue B', String(way.port));
  await expect(publications.card.getByRole('img', { name: /^Venue B, last 5 minutes: .*healthy/ })).toBeVisible();

  way.cut();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  const cause = '(The connection to Venue B was lost|Venue B refused the connection)';
  await expect(timeline).toContainText(new RegExp(`\\d\\d:\\d\\d:\\d\\d●${cause} · goes on`));
  await way.join();
  await publications.isLive('Venue B');
  const line = timeline.getByText(new RegExp(`^${cause} · \\d+ (s|min).* · until \\d\\d:\\d\\d:\\d\\d`));
  await expect(line).toBeVisible();
  await expect(publications.card.getByRole('img', { name: /^Venue B, last 5 minutes: failing \d+ s/ })).toBeVisible();

  await page.reload();
  await expect(line).toBeVisible();
  await timeline.getByRole('button', { name: 'Show all' }).click();
  for (const folded of await timeline.locator('summary').all()) await folded.press('Enter');
  await expect(timeline.getByText(/Venue B started/)).toBeVisible();
  await isAccessible(page, 'the timeline of a channel');
  const saved = page.waitForEvent('download');
  await timeline.getByRole('button', { name: 'Export CSV' }).click();
  expect(await readFile(await (await saved).path(), 'utf8')).toMatch(/,publication,Venue B,failing,[a-z-]*,seen/);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  way.cut();
});
