import type { Locator, Page } from '@playwright/test';
import { expect } from '../support/expect.ts';

export class PlayerEditor {
  readonly page: Page;
  readonly preview: Locator;
  readonly save: Locator;
  readonly colors: Locator;

  constructor(page: Page) {
    this.page = page;
    this.preview = page.getByRole('region', { name: 'Preview' });
    this.colors = this.preview.locator('.player-video');
    this.save = page.getByRole('button', { name: 'Save', exact: true });
  }

  async open() {
    await this.page.getByRole('link', { name: 'Edit player' }).click();
    await expect(this.page.getByRole('heading', { level: 1, name: 'Edit: Player' })).toBeVisible();
  }

  async tab(name: 'Embed' | 'Color' | 'Logo' | 'Poster' | 'Statistics' | 'Playback') {
    const tab = this.page.getByRole('navigation', { name: 'Player settings' }).getByRole('link', { name });
    await tab.click();
    await expect(tab).toHaveAttribute('aria-current', 'page');
  }

  async saved() {
    await this.save.click();
    await expect(this.page.getByRole('region', { name: 'Publications' })).toBeVisible();
  }

  async upload(name: string, content: string | Buffer) {
    const dialog = this.page.waitForEvent('filechooser');
    await this.page.getByRole('button', { name: 'Upload image' }).click();
    // The interface must check the contents, not the MIME type, so the type is always PNG here.
    await (await dialog).setFiles({ name, mimeType: 'image/png', buffer: Buffer.from(content) });
  }
}

export const viewerOf = (root: Pick<Page, 'locator' | 'getByRole' | 'getByText'>) => ({
  video: root.locator('video'),
  logo: root.locator('.watch-logo'),
  play: root.getByRole('button', { name: 'Play' }).first(),
  about: root.getByRole('button', { name: 'About this stream' }),
  card: root.getByRole('status').filter({ hasText: /\S/ }),
});
