import type { Locator, Page } from '@playwright/test';
import { expect } from '../support/expect.ts';

export class Publications {
  private readonly page: Page;
  readonly card: Locator;
  readonly save: Locator;
  readonly leaveDialog: Locator;

  constructor(page: Page) {
    this.page = page;
    this.card = page.getByRole('region', { name: 'Publications' });
    this.save = page.getByRole('button', { name: 'Save', exact: true });
    this.leaveDialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  }

  row(name: string): Locator {
    return this.card.getByRole('listitem').filter({ hasText: name });
  }

  switch(name: string): Locator {
    return this.card.getByRole('switch', { name, exact: true });
  }

  async cause(name: string): Promise<Locator> {
    const button = this.card.getByRole('button', { name: `Cause: ${name}`, exact: true });
    if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
    return this.row(name).getByRole('alert');
  }

  async forAll(...entries: readonly string[]) {
    await this.card.getByRole('button', { name: 'Actions for all publications' }).click();
    for (const name of entries) await this.page.getByRole('menuitem', { name, exact: true }).click();
  }

  async add(service: string) {
    await this.card.getByRole('link', { name: 'Add publication' }).first().click();
    await this.page.getByRole('button', { name: new RegExp(`^${service}`) }).click();
    await expect(this.page.getByRole('heading', { level: 1, name: `New publication: ${service}` })).toBeVisible();
  }

  async addRtmp(server: string, key = 'key') {
    await this.add('RTMP');
    await this.field('Server').fill(server);
    await this.field('Stream key').fill(key);
  }

  field(label: string): Locator {
    return this.page.getByRole('main').getByLabel(new RegExp(`^${label}( \\(required\\))?$`));
  }

  /** Process control is a tab in expert mode, otherwise a link under "Advanced". */
  async tab(name: 'General' | 'Process control' | 'Encoding') {
    const link = this.page.getByRole('link', { name, exact: true });
    if (name === 'Process control' && !(await link.isVisible())) await this.unfold('Advanced');
    await link.click();
    await expect(this.page.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
  }

  async join(name: string, group: string) {
    await this.act(name, 'Edit');
    if (!(await this.field('Group').isVisible())) await this.unfold('Advanced');
    await this.field('Group').fill(group);
    await this.saveOnly();
    await expect(this.row(name)).toBeVisible();
  }

  async custom(label: string, value: string) {
    await this.field(label).selectOption('Custom …');
    await this.field(`${label}, custom value`).fill(value);
  }

  async unfold(summary: string) {
    await this.page.getByRole('main').locator('summary').filter({ hasText: summary }).first().click();
  }

  async act(name: string, action: 'Edit' | 'Details' | 'Duplicate' | 'Delete') {
    await this.card.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
    await this.page.getByRole('menuitem', { name: action }).click();
  }

  /** Without a start, which is an entry of the menu on a phone. */
  async saveOnly() {
    if (await this.save.isVisible()) return this.save.click();
    await this.page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
    return this.page.getByRole('menuitem', { name: 'Save', exact: true }).click();
  }

  async saveAs(name: string) {
    await this.field('Publication name').fill(name);
    await this.saveOnly();
    await expect(this.row(name)).toBeVisible();
  }

  async switchOn(name: string) {
    await this.switch(name).check();
    await this.isLive(name);
  }

  /** Uses the keyboard, because rows can move under a mouse click. */
  async press(name: string) {
    await expect(this.switch(name)).toHaveAttribute('aria-busy', 'false');
    await this.switch(name).press('Space');
  }

  async isLive(name: string) {
    await expect(this.row(name)).toContainText(/(Live|REC) ·/);
  }

  async addLive(name: string, port: string | undefined) {
    await this.addRtmp(`127.0.0.1:${port}/venue`);
    await this.saveAs(name);
    await this.switchOn(name);
    await this.isLive(name);
  }
}
