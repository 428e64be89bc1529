import type { Locator, Page } from '@playwright/test';
import { openDestination } from '../support/browser/openDestination.ts';
import { expect } from '../support/expect.ts';

export class SettingsPages {
  private readonly page: Page;
  readonly save: Locator;
  readonly alert: Locator;
  readonly restartDialog: Locator;
  readonly restarting: Locator;
  readonly restarted: Locator;
  readonly loginChanged: Locator;
  readonly leaveDialog: Locator;

  constructor(page: Page) {
    this.page = page;
    this.save = page.getByRole('button', { name: 'Save', exact: true });
    this.alert = page.getByRole('main').getByRole('alert');
    this.restartDialog = page.getByRole('alertdialog', { name: 'Restart required' });
    this.restarting = page.getByRole('alertdialog', { name: 'The core is restarting' });
    this.restarted = page.getByRole('region', { name: 'Notifications' }).getByText('The core has restarted.');
    this.loginChanged = page
      .getByRole('region', { name: 'Notifications' })
      .getByText(/^The login has changed|^The core has restarted/);
    this.leaveDialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  }

  async open(tab = 'Network') {
    await openDestination(this.page, 'Settings');
    await expect(this.page).toHaveTitle('Settings: General · Sluice');
    await this.goTo(tab);
  }

  tab(name: string): Locator {
    return this.page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name });
  }

  async goTo(name: string) {
    await this.tab(name).click();
    await expect(this.page).toHaveTitle(`Settings: ${name} · Sluice`);
  }

  field(label: string): Locator {
    return this.page.getByRole('main').getByLabel(label, { exact: true });
  }

  switch(label: string): Locator {
    return this.page.getByRole('switch', { name: label });
  }

  async confirmLogin(password: string) {
    const dialog = this.page.getByRole('alertdialog');
    await dialog.getByLabel(/^Current password/).fill(password);
    await this.page.keyboard.press('Enter');
    await expect(this.loginChanged).toBeVisible();
    await expect(dialog).toBeHidden();
  }

  async saveAndRestart() {
    await this.save.click();
    await expect(this.restartDialog).toBeVisible();
    await this.restartDialog.getByRole('button', { name: 'Restart now' }).click();
    await expect(this.restarting).toBeVisible();
    await expect(this.restarted).toBeVisible();
    await expect(this.page.getByRole('alertdialog')).toBeHidden();
  }
}
