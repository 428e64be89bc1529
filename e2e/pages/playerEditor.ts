import type { Locator, Page } from '@playwright/test';
import { expect } from '../support/expect.ts';

/** What a person does with the editor of the player. */
export class PlayerEditor {
  readonly page: Page;
  /** Its own preview, as viewers have it. */
  readonly preview: Locator;
  readonly save: Locator;
  /** Of the preview: where its colors are set. */
  readonly colors: Locator;

  constructor(page: Page) {
    this.page = page;
    this.preview = page.getByRole('region', { name: 'Preview' });
    this.colors = this.preview.locator('.player-video');
    this.save = page.getByRole('button', { name: 'Save', exact: true });
  }

  /** From the channel page. */
  async open() {
    await this.page.getByRole('link', { name: 'Edit player' }).click();
    await expect(this.page.getByRole('heading', { level: 1, name: 'Edit: Player' })).toBeVisible();
  }

  async tab(name: 'Embed' | 'Color' | 'Logo' | 'Poster' | 'Statistics' | 'Playback') {
    const tab = this.page.getByRole('navigation', { name: 'Player settings' }).getByRole('link', { name });
    await tab.click();
    await expect(tab).toHaveAttribute('aria-current', 'page');
  }

  /** Goes to the channel page. */
  async saved() {
    await this.save.click();
    await expect(this.page.getByRole('region', { name: 'Publications' })).toBeVisible();
  }

  async upload(name: string, content: string | Buffer) {
    const dialog = this.page.waitForEvent('filechooser');
    await this.page.getByRole('button', { name: 'Upload image' }).click();
    // What the browser says about the type is no proof of anything.
    await (await dialog).setFiles({ name, mimeType: 'image/png', buffer: Buffer.from(content) });
  }
}

/** The public page in a frame or page, as a viewer has it. */
export const viewerOf = (place: Pick<Page, 'locator' | 'getByRole' | 'getByText'>) => ({
  video: place.locator('video'),
  logo: place.locator('.watch-logo'),
  play: place.getByRole('button', { name: 'Play' }).first(),
  about: place.getByRole('button', { name: 'About this stream' }),
  card: place.getByRole('status').filter({ hasText: /\S/ }),
});
