import type { FrameLocator, Locator, Page } from '@playwright/test';
import { openDestination } from '../support/browser/openDestination.ts';
import { expect } from '../support/expect.ts';
import type { SiteDesign } from '../support/websiteDesigns.ts';

export class WebsitePages {
  private readonly page: Page;
  readonly save: Locator;
  readonly saved: Locator;
  readonly offDialog: Locator;

  constructor(page: Page) {
    this.page = page;
    this.save = page.getByRole('button', { name: 'Save', exact: true });
    this.saved = page.getByRole('region', { name: 'Notifications' }).getByText('Publication website settings saved');
    this.offDialog = page.getByRole('alertdialog', { name: 'Unpublish the website?' });
  }

  async open() {
    await openDestination(this.page, 'Publication website');
    await expect(this.page.getByRole('heading', { level: 1, name: 'Publication website' })).toBeVisible();
    await expect(this.save).toBeVisible();
  }

  switch(label: string): Locator {
    return this.page.getByRole('switch', { name: label });
  }

  field(label: string): Locator {
    return this.page.getByRole('main').getByLabel(label, { exact: true });
  }

  async tab(name: 'General' | 'Template' | 'Design' | 'Notes' | 'Code injection') {
    const tab = this.page.getByRole('navigation', { name: 'Website settings' }).getByRole('link', { name });
    await tab.click();
    await expect(tab).toHaveAttribute('aria-current', 'page');
  }

  button(name: string): Locator {
    return this.page.getByRole('main').getByRole('button', { name, exact: true });
  }

  get preview(): FrameLocator {
    return this.page.frameLocator('iframe[title="Preview of the website"]');
  }

  async upload(button: string, name: string, content: string | Buffer, mimeType = '') {
    const dialog = this.page.waitForEvent('filechooser');
    await this.button(button).click();
    await (await dialog).setFiles({ name, mimeType, buffer: Buffer.from(content) });
  }

  async design({ preset, colors, background }: SiteDesign) {
    await this.tab('Design');
    await this.button(preset).click();
    for (const [label, color] of Object.entries(colors)) await this.field(label).fill(color);
    if (background === undefined) return;
    await this.upload('Upload: Background image', 'background.svg', background);
    await expect(this.field('Background image')).toHaveValue('/playersite/bg.svg');
  }

  async publish() {
    await this.save.click();
    await expect(this.saved).toBeVisible();
    await this.page.getByRole('region', { name: 'Notifications' }).getByRole('button').first().click();
    await expect(this.saved).toBeHidden();
  }
}
