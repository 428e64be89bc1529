import type { Locator } from '@playwright/test';
import { expect } from '../support/expect.ts';
import type { Operator } from './operator.ts';

export class Channels {
  private readonly operator: Operator;
  private readonly list: Locator;
  readonly entries: Locator;

  constructor(operator: Operator) {
    this.operator = operator;
    this.list = operator.page.getByRole('dialog', { name: 'Channels' });
    this.entries = this.list.locator('[data-id]');
  }

  /** Finds a channel by its id, because names are not unique. */
  entry(id: string): Locator {
    return this.list.locator(`[data-id="${id}"]`);
  }

  async open() {
    await this.operator.channelButton.click();
    await expect(this.list).toBeVisible();
  }

  async close() {
    await this.operator.page.keyboard.press('Escape');
    await expect(this.list).toBeHidden();
  }

  async select(id: string) {
    await this.open();
    await this.entry(id).locator('.thumb').click();
    await expect(this.list).toBeHidden();
    await expect(this.operator.page).toHaveURL(new RegExp(`#/${id}$`));
  }
}
