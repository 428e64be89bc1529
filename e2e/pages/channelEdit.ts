import type { Locator, Page } from '@playwright/test';
import { expect } from '../support/expect.ts';

export class ChannelEdit {
  private readonly page: Page;
  readonly save: Locator;
  readonly interruptDialog: Locator;

  constructor(page: Page) {
    this.page = page;
    this.save = page.getByRole('button', { name: 'Save', exact: true });
    this.interruptDialog = page.getByRole('alertdialog', { name: 'Interrupt the stream?' });
  }

  async open() {
    await this.page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click();
    await expect(this.page.getByRole('heading', { level: 1, name: /^Edit: / })).toBeVisible();
  }

  async tab(name: 'General' | 'Processing & Control' | 'License') {
    await this.page.getByRole('link', { name, exact: true }).click();
    await expect(this.page.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
  }

  field(label: string): Locator {
    return this.page.getByRole('main').getByLabel(new RegExp(`^${label}( \\(required\\))?$`));
  }

  async saveAndInterrupt() {
    await this.save.click();
    await this.interruptDialog.getByRole('button', { name: 'Save and interrupt' }).click();
    await this.saved();
  }

  async saved() {
    await expect(this.page.getByRole('region', { name: 'Notifications' })).toContainText(/Channel ".*" saved/);
    await expect(this.page.getByRole('region', { name: 'Publications' })).toBeVisible();
  }
}
