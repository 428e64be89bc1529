import { expect } from '../support/expect.ts';
import type { Walk } from './walkTypes.ts';

export const gateWalks: readonly Walk[] = [
  {
    name: 'the registration',
    fresh: true,
    own: true,
    async run({ operator, page }, look) {
      await operator.open();
      await expect(page.getByRole('button', { name: 'Create user' })).toBeVisible();
      await look('registration');
    },
  },
  {
    name: 'the core of somebody else',
    async run({ core, page }, look) {
      await page.goto(`${core.ui}?address=${encodeURIComponent(`http://${'long.'.repeat(12)}example.org:8080/core`)}`);
      await expect(page.getByRole('heading', { name: /^You are about to use another server/ })).toBeVisible();
      await look('confirm-core');
    },
  },
  {
    name: 'the login',
    async run({ operator, page }, look) {
      await operator.open();
      await expect(operator.loginButton).toBeVisible();
      await look('login');
      await operator.button('About').click();
      await expect(page.getByRole('dialog', { name: 'About Sluice' })).toBeVisible();
      await look('about-before-login');
    },
  },
  {
    name: 'the set-up and its failures',
    async run({ operator, page }, look) {
      const { wizard } = operator;
      await operator.enter();
      await expect(page.getByRole('link', { name: 'Next: Video setup' })).toBeVisible();
      await look('welcome');
      await wizard.begin();
      await look('wizard-source');
      await wizard.listen();
      await look('wizard-push');
      await wizard.back.click();
      await wizard.pullFrom('http://127.0.0.1:9/nothing.m3u8');
      await expect(wizard.alert).toContainText('Failed to verify the source');
      await look('wizard-failed-probe');
      await wizard.back.click();
      await wizard.choose('Test pattern');
      await page.getByLabel(/^Test pattern/).selectOption('testsrc2');
      await look('wizard-test-picture');
      await wizard.next.click();
      await wizard.at('Video settings');
      await look('wizard-picture-proposed');
      await page.locator('summary', { hasText: 'Video encoding' }).click();
      await page.getByText('Advanced').click();
      await look('wizard-picture');
      await wizard.next.click();
      await wizard.at('Choose an audio source');
      await wizard.chooseAudio('Test tone');
      await look('wizard-sound');
      await wizard.next.click();
      await wizard.at('Describe the stream');
      await look('wizard-description');
      await wizard.next.click();
      await wizard.at('Choose a license');
      await look('wizard-license');
      await operator.button('Cancel').click();
      await wizard.at('Cancel the setup');
      await look('wizard-abort');
    },
  },
];
