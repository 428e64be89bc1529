import type { Locator, Page } from '@playwright/test';
import { expect } from '../support/expect.ts';

/** The diagnosis on the channel page, and its links to the field that fixes the problem. */
export class Trouble {
  private readonly page: Page;
  readonly verdict: Locator;
  readonly box: Locator;

  constructor(page: Page) {
    this.page = page;
    this.verdict = page.getByRole('region', { name: 'State of the channel' });
    this.box = page.getByRole('region', { name: 'Publications' }).getByRole('alert');
  }

  async says(target: Locator, words: string | RegExp) {
    await expect(target).toContainText(words);
  }

  async blames(party: string) {
    await expect(this.verdict).toHaveAttribute('data-fault', party);
  }

  cause(): string | null {
    return new URLSearchParams(this.page.url().split('?')[1]).get('cause');
  }

  /** Follows the link and expects the focus on `field`, with this error. A null field expects no link. */
  async leadsTo(target: Locator, field: string | null, words: string) {
    const way = target.locator('a[href*="field="]');
    if (field === null) {
      await expect(way).toHaveCount(0);
      return;
    }
    // Uses the keyboard, because boxes of other failures move the link.
    await way.press('Enter');
    const focused = this.page.locator('[aria-invalid=true]:focus');
    await expect(focused).toHaveAccessibleName(new RegExp(`^${field}( \\(required\\))?$`));
    await expect(focused.locator('xpath=ancestor::*[contains(@class,"field")][1]')).toContainText(words);
  }
}
