import { expect, type Locator, type Page } from '@playwright/test';

/** The editor of the publication website. */
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
    await this.page.getByRole('banner').getByRole('link', { name: 'Publication website' }).click();
    await expect(this.page.getByRole('heading', { level: 1, name: 'Publication website' })).toBeVisible();
    await expect(this.save).toBeVisible();
  }

  switch(label: string): Locator {
    return this.page.getByRole('switch', { name: label });
  }

  field(label: string): Locator {
    return this.page.getByRole('main').getByLabel(label, { exact: true });
  }

  /** Saves, and reads the notice away. */
  async publish() {
    await this.save.click();
    await expect(this.saved).toBeVisible();
    await this.page.getByRole('region', { name: 'Notifications' }).getByRole('button').first().click();
    await expect(this.saved).toBeHidden();
  }
}
