import { test as base } from '@playwright/test';
import { Operator } from './pages/operator.ts';
import { type Calls, watchCalls } from './stage/calls.ts';
import { type CoreUnderTest, coreUnderTest } from './stage/core.ts';
import { type PageErrors, watchPageErrors } from './stage/pageErrors.ts';
import type { User } from './stage/program.ts';
import { createSources, type Sources } from './stage/sources.ts';

export { expect } from './stage/play.ts';

interface Journey {
  /** Registered before the journey begins: `test.use({ user: null })` for a core as it comes from the shop. */
  user: User | null;
  /** CORE_* lines for the core of this journey alone: it is marked @this-machine. */
  environment: Readonly<Record<string, string>>;
  core: CoreUnderTest;
  sources: Sources;
  /** Fails the journey on errors in the page unless they were allowed. */
  pageErrors: PageErrors;
  calls: Calls;
  operator: Operator;
}

export const test = base.extend<Journey>({
  user: [{ name: 'admin', password: 'journey-secret' }, { option: true }],

  environment: [{}, { option: true }],

  core: async ({ user, environment }, use, journey) => {
    const core = await coreUnderTest(user, environment);
    await use(core);
    if (journey.status !== 'passed')
      await journey.attach('core.log', { body: await core.log(), contentType: 'text/plain' });
    await core.dispose();
  },

  // Closed before its core ends: what a page meets after the journey is nobody's pageErrors.
  page: async ({ core: _, page }, use) => {
    await use(page);
    await page.close();
  },

  sources: async ({ user: _ }, use) => {
    const sources = createSources();
    await use(sources);
    await sources.dispose();
  },

  pageErrors: [
    async ({ page }, use) => {
      const pageErrors = watchPageErrors(page);
      await use(pageErrors);
      if (pageErrors.lines.length > 0) throw new Error(`The page had errors:\n${pageErrors.lines.join('\n')}`);
    },
    { auto: true },
  ],

  calls: async ({ page }, use) => use(watchCalls(page)),

  operator: async ({ page, core }, use) => use(new Operator(page, core)),
});
