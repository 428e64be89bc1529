import type { Locator, Page } from '@playwright/test';
import type { CoreUnderTest, User } from '../stage/core.ts';

/** What a person does with the interface, in their words. */
export class Operator {
  readonly page: Page;
  readonly core: CoreUnderTest;
  /** The video element of the channel page. */
  readonly player: Locator;

  constructor(page: Page, core: CoreUnderTest) {
    this.page = page;
    this.core = core;
    this.player = page.locator('video');
  }

  async open() {
    await this.page.goto(this.core.ui);
  }

  /** Takes the generated password of the form and answers who may log in from now on. */
  async register(): Promise<User> {
    const name = this.page.getByLabel('Username');
    const password = this.page.getByLabel('Password', { exact: true });
    const user = { name: await name.inputValue(), password: await password.inputValue() };
    await this.page.getByLabel('Confirm password').fill(user.password);
    await this.page.getByRole('button', { name: 'Create user' }).click();
    return user;
  }

  async logIn({ name, password }: User) {
    await this.page.getByLabel('Username').fill(name);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.page.getByRole('button', { name: 'Login' }).click();
  }
}
