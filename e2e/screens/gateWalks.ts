import { expect } from '../support/expect.ts';
import type { Walk } from './walkTypes.ts';

export const gateWalks: readonly Walk[] = [
  {
    name: 'the registration',
    fresh: true,
    own: true,
    async run({ operator, page }, capture) {
      await operator.open();
      await expect(page.getByRole('button', { name: 'Create user' })).toBeVisible();
      await capture('registration');
    },
  },
  {
    name: 'the core of somebody else',
    async run({ core, page }, capture) {
      await page.goto(`${core.ui}?address=${encodeURIComponent(`http://${'long.'.repeat(12)}example.org:8080/core`)}`);
      await expect(page.getByRole('heading', { name: /^You are about to use another server/ })).toBeVisible();
      await capture('confirm-core');
    },
  },
  {
    name: 'the login',
    async run({ operator, page }, capture) {
      await operator.open();
      await expect(operator.loginButton).toBeVisible();
      await capture('login');
      await operator.button('About').click();
      await expect(page.getByRole('dialog', { name: 'About Sluice' })).toBeVisible();
      await capture('about-before-login');
    },
  },
  {
    name: 'the set-up and its failures',
    async run({ operator, page }, capture) {
      const { wizard } = operator;
      await operator.enter();
      await expect(page.getByRole('link', { name: 'Next: Video setup' })).toBeVisible();
      await capture('welcome');
      await wizard.begin();
      await capture('wizard-source');
      await wizard.listen();
      await capture('wizard-push');
      await wizard.back.click();
      await wizard.pullFrom('http://127.0.0.1:9/nothing.m3u8');
      await expect(wizard.alert).toContainText('Failed to verify the source');
      await capture('wizard-failed-probe');
      await wizard.back.click();
      await wizard.choose('Test pattern');
      await page.getByLabel(/^Test pattern/).selectOption('testsrc2');
      await capture('wizard-test-picture');
      await wizard.next.click();
      await wizard.at('Video settings');
      await capture('wizard-picture-proposed');
      await page.locator('summary', { hasText: 'Video encoding' }).click();
      await page.getByText('Advanced').click();
      await capture('wizard-picture');
      await wizard.next.click();
      await wizard.at('Choose an audio source');
      await wizard.chooseAudio('Test tone');
      await capture('wizard-sound');
      await wizard.next.click();
      await wizard.at('Describe the stream');
      await capture('wizard-description');
      await wizard.next.click();
      await wizard.at('Choose a license');
      await capture('wizard-license');
      await operator.button('Cancel').click();
      await wizard.at('Cancel the setup');
      await capture('wizard-abort');
    },
  },
];
