import type { Locator, Page } from '@playwright/test';
import { expect } from '../support/expect.ts';

const FOLDED = ['Encoder over', 'Test pattern'];

/** Returns the address to push to, with its masked key or token. */
export async function fullUrl(root: Page | Locator): Promise<string> {
  const field = root.locator('.copy-field', { hasText: 'Full URL' });
  await expect(field).toBeAttached();
  // For OBS the address is folded away, so the button is clicked without being visible.
  const show = field.getByRole('button', { name: 'Show Full URL', includeHidden: true });
  if ((await show.count()) > 0) await show.dispatchEvent('click');
  return (await field.locator('code').textContent()) ?? '';
}

export class Wizard {
  private readonly page: Page;
  readonly next: Locator;
  readonly back: Locator;
  readonly address: Locator;
  readonly alert: Locator;

  constructor(page: Page) {
    this.page = page;
    this.next = page.getByRole('button', { name: 'Next', exact: true });
    this.back = page.getByRole('button', { name: 'Back', exact: true });
    this.address = page.getByLabel(/^Address/);
    this.alert = page.getByRole('main').getByRole('alert');
  }

  async begin() {
    await this.page.getByRole('link', { name: 'Next: Video setup' }).click();
    await this.at('Choose a video source');
  }

  async at(heading: string) {
    await expect(this.page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }

  async choose(tile: string) {
    const button = this.page.getByRole('button', { name: new RegExp(`^${tile}`) });
    if (FOLDED.some((name) => tile.startsWith(name)) && !(await button.isVisible()))
      await this.page.locator('summary', { hasText: 'More sources' }).click();
    await button.click();
  }

  async pullFrom(address: string) {
    await this.choose('IP camera or stream URL');
    await this.address.fill(address);
    await this.next.click();
  }

  async listen(tile = 'OBS sends to this server'): Promise<string> {
    await this.choose(tile);
    await expect(this.page.getByText('Waiting for the stream …')).toBeVisible();
    return fullUrl(this.page);
  }

  async upload(file: { name: string; mimeType: string; buffer: Buffer }) {
    const chooser = this.page.waitForEvent('filechooser');
    await this.page.getByRole('button', { name: /^(Upload|Replace) file$/ }).click();
    await (await chooser).setFiles(file);
  }

  async chooseAudio(name: string) {
    const radio = this.radio(name);
    if (!(await radio.isVisible())) await this.page.locator('summary', { hasText: 'Other audio' }).click();
    await radio.check();
  }

  radio(name: string): Locator {
    return this.page.getByRole('radio', { name: new RegExp(`^${name}`) });
  }

  /** Accepts every proposal from the result of the probe up to the channel page. */
  async acceptAll() {
    await this.at('Video settings');
    await this.next.click();
    await this.at('Choose an audio source');
    await this.next.click();
    await this.describeAndSave();
  }

  async describeAndSave() {
    await this.at('Describe the stream');
    await this.next.click();
    await this.at('Choose a license');
    await this.page.getByRole('button', { name: 'Save and start' }).click();
  }
}
