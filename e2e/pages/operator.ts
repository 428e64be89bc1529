import type { Locator, Page } from '@playwright/test';
import type { CoreUnderTest, User } from '../stage/core.ts';

/** What a person does with the interface, in their words. */
export class Operator {
  readonly page: Page;
  private readonly core: CoreUnderTest;
  readonly username: Locator;
  readonly password: Locator;
  readonly loginButton: Locator;
  /** In the header, with the name and the state of the channel. */
  readonly channelButton: Locator;
  /** Over the kept page while the core does not answer. */
  readonly lostBanner: Locator;
  /** The video element of the channel page. */
  readonly player: Locator;

  constructor(page: Page, core: CoreUnderTest) {
    this.page = page;
    this.core = core;
    // Labels may end in "(required)"; buttons beside a field name it too ("Show Password").
    this.username = page.getByLabel(/^Username/);
    this.password = page.getByLabel(/^Password/);
    this.loginButton = page.getByRole('button', { name: 'Login', exact: true });
    this.channelButton = page.getByRole('banner').getByRole('button', { name: /Livestream/ });
    this.lostBanner = page.getByRole('region', { name: 'Connection' });
    this.player = page.locator('video');
  }

  async open() {
    await this.page.goto(this.core.ui);
  }

  /** Takes the generated password of the form and answers who may log in from now on. */
  async register(): Promise<User> {
    const user = { name: await this.username.inputValue(), password: await this.password.inputValue() };
    await this.page.getByLabel(/^Confirm password/).fill(user.password);
    await this.page.getByRole('button', { name: 'Create user' }).click();
    return user;
  }

  async logIn({ name, password }: User) {
    await this.username.fill(name);
    await this.password.fill(password);
    await this.loginButton.click();
  }

  /** Opens the interface and logs in as the user of the core under test. */
  async enter() {
    if (this.core.user === null) throw new Error('Nobody is registered: register first');
    await this.open();
    await this.logIn(this.core.user);
  }
}
