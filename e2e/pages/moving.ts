import type { Locator, Page } from '@playwright/test';
import { textsIn } from '../support/browser/speak.ts';
import { expect } from '../support/expect.ts';

type Language = Parameters<typeof textsIn>[0];
type Text = Parameters<ReturnType<typeof textsIn>>[0];

export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** The screen "Export and import". */
export class Moving {
  private readonly page: Page;
  private readonly t: (text: Text) => string;

  constructor(page: Page, language: Language = 'en') {
    this.page = page;
    this.t = textsIn(language);
  }

  async open() {
    await this.page
      .getByRole('banner')
      .getByRole('button', { name: this.t('Menu'), exact: true })
      .click();
    await this.page.getByRole('menuitem', { name: this.t('Export and import') }).click();
    await expect(this.page.getByRole('heading', { level: 1, name: this.t('Export and import') })).toBeVisible();
  }

  button(text: Text): Locator {
    return this.page.getByRole('main').getByRole('button', { name: this.t(text), exact: true });
  }

  async includeSecrets(passphrase: string, repeated = passphrase) {
    await this.page.getByRole('switch', { name: this.t('Include stream keys and passwords') }).check();
    await this.passphrase().fill(passphrase);
    await this.input('Repeat the passphrase').fill(repeated);
  }

  /** The button beside it has its name, too. */
  private input(label: Text): Locator {
    return this.page.locator('input').and(this.page.getByLabel(new RegExp(`^${this.t(label)}`)));
  }

  passphrase(): Locator {
    return this.input('Passphrase').first();
  }

  /** Returns the content of the downloaded file. */
  async export(): Promise<Buffer> {
    const download = this.page.waitForEvent('download');
    await this.button('Export').click();
    const chunks: Buffer[] = [];
    for await (const chunk of await (await download).createReadStream()) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks);
  }

  async choose(buffer: Buffer, name = 'export.json') {
    const file: ChosenFile = { name, mimeType: 'application/json', buffer };
    await this.page.getByRole('main').locator('input[type=file]').setInputFiles(file);
  }

  says(text: Text): Locator {
    return this.page.getByRole('main').getByText(this.t(text).replace('{{name}}', 'export.json'));
  }
}
