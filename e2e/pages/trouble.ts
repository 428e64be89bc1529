import type { Locator, Page } from '@playwright/test';
import { expect } from '../support/expect.ts';

/** What the channel page says of what went wrong, and the way from there to the field where it is mended. */
export class Trouble {
  private readonly page: Page;
  /** The one sentence on top, its buttons beside it. */
  readonly verdict: Locator;
  /** Why a publication fails, where one has asked. */
  readonly box: Locator;

  constructor(page: Page) {
    this.page = page;
    this.verdict = page.getByRole('region', { name: 'State of the channel' });
    this.box = page.getByRole('region', { name: 'Publications' }).getByRole('alert');
  }

  async says(where: Locator, words: string | RegExp) {
    await expect(where).toContainText(words);
  }

  /** Whose fault it is. */
  async blames(party: string) {
    await expect(this.verdict).toHaveAttribute('data-fault', party);
  }

  /** As the form was told. */
  cause(): string | null {
    return new URLSearchParams(this.page.url().split('?')[1]).get('cause');
  }

  /** Goes there: the form is open, the field has the focus and says what happened. null: there is no such way. */
  async leadsTo(where: Locator, field: string | null, words: string) {
    const way = where.locator('a[href*="field="]');
    if (field === null) {
      await expect(way).toHaveCount(0);
      return;
    }
    // By keyboard: boxes come and go above it while others fail.
    await way.press('Enter');
    const focused = this.page.locator('[aria-invalid=true]:focus');
    await expect(focused).toHaveAccessibleName(new RegExp(`^${field}( \\(required\\))?$`));
    await expect(focused.locator('xpath=ancestor::*[contains(@class,"field")][1]')).toContainText(words);
  }
}
