import type { Locator, Page } from '@playwright/test';
import type { CoreUnderTest } from '../../harness/core/coreUnderTest.ts';
import type { User } from '../../harness/core/restartableCoreTypes.ts';
import { PATIENCE_MS } from '../../harness/test/testing/machineSlowness.ts';
import { expect } from '../support/expect.ts';
import { Wizard } from './wizard.ts';

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
  readonly wizard: Wizard;

  constructor(page: Page, core: CoreUnderTest) {
    this.page = page;
    this.core = core;
    // Labels may end in "(required)"; buttons beside a field name it too ("Show Password").
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

  /** By the word mark, as one goes home. */
  async channelPage() {
    await this.page.getByRole('banner').getByRole('link', { name: 'Sluice' }).click();
    await expect(this.page.getByRole('region', { name: 'Publications' })).toBeVisible();
  }

  /** The drawer with the thumbnails. */
  async openChannelBar() {
    await this.button('Menu').click();
    await this.page.getByRole('menuitem', { name: 'Channel bar' }).click();
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** From what the control bar of the channel keeps for now and then. */
  private async more(entry: string) {
    await this.button('More').click();
    await this.page.getByRole('menuitem', { name: entry }).click();
  }

  openDetails = () => this.more('Process details');

  preflight = () => this.more('Check before going live');

  videoSetup = () => this.more('Video setup');

  /** Of the channel in view, from the main menu. */
  async openReport() {
    await this.button('Menu').click();
    await this.page.getByRole('menuitem', { name: 'Debug report' }).click();
  }

  /** The stream is in this state, by the word beside the name of the channel. */
  async sees(state: 'Live' | 'Connecting' | 'Stopped' | 'Failing', timeout = PATIENCE_MS) {
    // What is wrong with a channel that is live all the same is said instead of the word.
    const words = state === 'Live' ? 'Live(, \\d+ problems?)?' : state;
    await expect(this.channelButton).toHaveAccessibleName(new RegExp(`^${words} `), { timeout });
  }

  /** A figure of the channel page, as it is written. */
  figure(label: string): Locator {
    // The panel "Source" below has figures of the same names.
    return this.page.getByRole('term').filter({ hasText: label }).first().locator('xpath=following-sibling::dd[1]');
  }
}
