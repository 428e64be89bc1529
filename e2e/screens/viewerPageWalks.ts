import { ensureDemoChannel } from '../../harness/tools/demo/demoChannel.ts';
import { channelOfIngest, METADATA_KEY } from '../../src/api/processIds.ts';
import { snapshotPath } from '../../src/media/hls/hlsFiles.ts';
import { PlayerEditor, viewerOf } from '../pages/playerEditor.ts';
import { WebsitePages } from '../pages/websiteEditor.ts';
import { addChannels, MODEST, noSnapshot, someNames, takeSnapshots } from '../support/channels.ts';
import { expect } from '../support/expect.ts';
import type { Walk } from './walkTypes.ts';

const OPERATORS_OWN = {
  title: 'House & garden',
  textcolor_title: 'rgba(60, 40, 20, 1)',
  textcolor_default: 'rgba(70, 50, 30, 1)',
  textcolor_link: 'rgba(140, 60, 10, 1)',
  textcolor_link_hover: 'rgba(90, 30, 0, 1)',
  bgcolor_default: 'rgba(250, 244, 230, 1)',
  bgcolor_header: 'rgba(240, 228, 200, 1)',
  bgcolor_selected: 'rgba(200, 170, 110, .4)',
  bgcolor_unselected: 'rgba(200, 170, 110, .1)',
  hrcolor: 'rgba(200, 170, 110, 1)',
  imprint: 'House & garden\nGarden road 1\n12345 Town\n\nstudio@example.org',
  terms: 'Watch as much as you like.',
};

export const viewerPageWalks: readonly Walk[] = [
  {
    name: 'the player and its page',
    own: true,
    judge: 'player.spec.ts',
    allows: [{ line: /^status 404: GET \S+\/memfs\/\S+$/, why: 'The stream is stopped: its page asks for it.' }],
    async run({ operator, page, core }, capture) {
      const api = await core.api();
      await ensureDemoChannel(api, MODEST);
      for (const { id } of await api.processes({})) {
        if (channelOfIngest(id) === null) continue;
        const at = { id, key: METADATA_KEY };
        await api.processMetadataSet({
          ...at,
          body: { ...Object(await api.processMetadata(at)), license: 'CC BY 4.0' },
        });
      }
      await operator.enter();
      await operator.sees('Live');
      await takeSnapshots(api);
      const editor = new PlayerEditor(page);
      await editor.open();
      await expect(viewerOf(editor.preview).play).toBeVisible();
      await capture('player-embed');
      await editor.tab('Color');
      await page.getByLabel('Buttons', { exact: true }).fill('#102040');
      await expect(page.getByRole('alert')).toBeVisible();
      await capture('player-colors');
      await page.getByRole('button', { name: 'Default colors' }).click();
      await editor.tab('Logo');
      await editor.upload('logo.png', 'no picture');
      await expect(page.getByRole('alert')).toBeVisible();
      await capture('player-logo');
      await editor.tab('Poster');
      await capture('player-poster');
      await page.getByRole('radio', { name: 'Image of your own' }).check();
      await editor.upload('poster.svg', 'no picture');
      await expect(page.getByRole('alert')).toBeVisible();
      await capture('player-poster-own');
      await page.getByRole('radio', { name: 'Snapshot of the stream' }).check();
      await editor.tab('Statistics');
      await capture('player-statistic');
      await editor.tab('Playback');
      await capture('player-playback');
      await editor.save.click();
      await expect(page.getByRole('region', { name: 'Publications' })).toBeVisible();
      const address = await page.getByRole('link', { name: 'Open Player page' }).getAttribute('href');
      const channel = page.url();
      await page.goto(String(address));
      await expect(viewerOf(page).play).toBeVisible();
      await capture('page-poster');
      await viewerOf(page).play.click();
      await expect(viewerOf(page).video).toPlay();
      await viewerOf(page).about.click();
      await capture('page');
      await page.goto(channel);
      await operator.sees('Live');
      await operator.button('Stop stream').click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Stop stream' }).click();
      await operator.sees('Stopped');
      await page.goto(String(address));
      await expect(viewerOf(page).card).toBeVisible();
      await capture('page-offline');
    },
  },
  {
    name: 'the publication website',
    own: true,
    judge: 'website.spec.ts',
    allows: [noSnapshot],
    async run({ operator, page, core }, capture) {
      const api = await core.api();
      await ensureDemoChannel(api, MODEST);
      await addChannels(api, someNames(3));
      await operator.enter();
      await operator.sees('Live');
      await takeSnapshots(api);
      const website = new WebsitePages(page);
      await website.open();
      await capture('website-fresh');
      await website.publish();
      await capture('website');
      await website.switch('Publication website').uncheck();
      await website.save.click();
      await expect(website.offDialog).toBeVisible();
      await capture('website-off');
      await website.offDialog.getByRole('button', { name: 'Cancel' }).click();
      await website.switch('Publication website').check();
      await page.goto(`${core.url}/`);
      await expect(page.getByRole('link', { name: /^Live Demo/ })).toBeVisible();
      await capture('index');
      await page.getByRole('button', { name: 'Share' }).click();
      await capture('index-share');
    },
  },
  {
    name: 'a website as another product stored it',
    own: true,
    allows: [
      {
        line: new RegExp(`^(status 404|request failed): GET \\S+/${snapshotPath('\\S+')}`),
        why: 'A channel that never ran has no picture yet; to a frame without an origin the 404 is no picture at all.',
      },
    ],
    async run({ operator, page, core }, capture) {
      const api = await core.api();
      await ensureDemoChannel(api, MODEST);
      await addChannels(api, someNames(1));
      await operator.enter();
      await operator.sees('Live');
      await takeSnapshots(api);
      const website = new WebsitePages(page);
      const publish = async (headline: string, settings: object = {}) => {
        await api.metadataSet({
          key: METADATA_KEY,
          body: { version: 1, playersite: { ...OPERATORS_OWN, ...settings } },
        });
        await page.goto(core.ui);
        await page.reload();
        await operator.sees('Live');
        await website.open();
        await website.field('Headline').fill(headline);
        await website.publish();
        await page.goto(`${core.url}/`);
      };
      await publish('Sown today');
      await expect(page.getByRole('link', { name: /^Live Demo/ })).toBeVisible();
      await capture('index-own-colors');
      await page.getByRole('link', { name: 'Imprint' }).click();
      await capture('index-imprint');
      await publish('Harvested tomorrow', {
        inject3: '<h2>Programme</h2><p>On the air <b>every day</b> from 8 to 12.</p>',
      });
      const frame = page.frameLocator('iframe#page');
      await expect(frame.getByRole('link', { name: /^Live Demo/ })).toBeVisible();
      await expect(frame.getByRole('heading', { name: 'Programme' })).toBeVisible();
      await capture('index-framed');
    },
  },
];
