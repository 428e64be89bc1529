import type { Locator, Page } from '@playwright/test';
import type { CoreUnderTest } from '../../harness/core/coreUnderTest.ts';
import type { User } from '../../harness/core/restartableCoreTypes.ts';
import { PATIENCE_MS } from '../../harness/test/testing/machineSlowness.ts';
import { expect } from '../support/expect.ts';
import { Wizard } from './wizard.ts';

export class Operator {
  readonly page: Page;
  private readonly core: CoreUnderTest;
  readonly username: Locator;
  readonly password: Locator;
  readonly loginButton: Locator;
  readonly channelButton: Locator;
  readonly lostBanner: Locator;
  readonly player: Locator;
  readonly wizard: Wizard;

  constructor(page: Page, core: CoreUnderTest) {
    this.page = page;
    this.core = core;
    // Labels can end in "(required)", and buttons beside a field contain its name ("Show Password").
    this.username = page.getByLabel(/^Username/);
    this.password = page.getByLabel(/^Password/);
    this.loginButton = page.getByRole('button', { name: 'Login', exact: true });
    this.channelButton = page.getByRole('banner').getByRole('button', {
      name: /^(State unknown|Standby image|Live|Live, \d+ problems?|Connecting|Stopped|Stopping|Failing) /,
    });
    this.lostBanner = page.getByRole('region', { name: 'Connection' });
    this.player = page.locator('video');
    this.wizard = new Wizard(page);
  }

  async open() {
    await this.page.goto(this.core.ui);
  }

  /** Registers with the password that the form has generated, and returns the new user. */
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

  async enter() {
    if (this.core.user === null) throw new Error('Nobody is registered: register first');
    await this.open();
    await this.logIn(this.core.user);
  }

  async channelPage() {
    await this.page.getByRole('banner').getByRole('link', { name: 'Sluice' }).click();
    await expect(this.page.getByRole('region', { name: 'Publications' })).toBeVisible();
  }

  async openChannelBar() {
    await this.button('Menu').click();
    await this.page.getByRole('menuitem', { name: 'Channel bar' }).click();
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  private async more(entry: string) {
    await this.button('More').click();
    await this.page.getByRole('menuitem', { name: entry }).click();
  }

  openDetails = () => this.more('Process details');

  preflight = () => this.more('Check before going live');

  videoSetup = () => this.more('Video setup');

  async openReport() {
    await this.button('Menu').click();
    await this.page.getByRole('menuitem', { name: 'Debug report' }).click();
  }

  async sees(state: 'Live' | 'Connecting' | 'Stopped' | 'Failing', timeout = PATIENCE_MS) {
    // A live channel with problems is labelled "Live, 2 problems".
    const words = state === 'Live' ? 'Live(, \\d+ problems?)?' : state;
    await expect(this.channelButton).toHaveAccessibleName(new RegExp(`^${words} `), { timeout });
  }

  figure(label: string): Locator {
    // `first()`: the panel "Source" below has figures with the same labels.
    return this.page.getByRole('term').filter({ hasText: label }).first().locator('xpath=following-sibling::dd[1]');
  }
}
