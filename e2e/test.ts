import { test as base } from '@playwright/test';
import { type CoreUnderTest, coreUnderTest } from '../harness/core/coreUnderTest.ts';
import type { User } from '../harness/core/restartableCoreTypes.ts';
import { DEMO_CHANNEL, ensureDemoChannel } from '../harness/tools/demo/demoChannel.ts';
import type { Core } from '../src/api/client.ts';
import { Operator } from './pages/operator.ts';
import { PlayerEditor } from './pages/playerEditor.ts';
import { Publications } from './pages/publications.ts';
import { SettingsPages } from './pages/settings.ts';
import { WebsitePages } from './pages/websiteEditor.ts';
import { agentOfCore } from './support/agentOfCore.ts';
import { type Calls, watchCalls } from './support/browser/apiCalls.ts';
import { type PageErrors, watchPageErrors } from './support/browser/pageErrors.ts';
import { MODEST } from './support/channels.ts';
import { createTestStreams, type TestStreams } from './support/testStreams.ts';

export { expect } from './support/expect.ts';

interface Journey {
  /** Registered before the journey begins: `test.use({ user: null })` for a core as it comes from the shop. */
  user: User | null;
  /** CORE_* lines for the core of this journey alone: it is marked @this-machine. */
  environment: Readonly<Record<string, string>>;
  /** Has the core of its worker, with the operator above and without a channel: it stores nothing there and logs nobody out. */
  sharesCore: boolean;
  core: CoreUnderTest;
  sources: TestStreams;
  /** Fails the journey on errors in the page unless they were allowed. */
  pageErrors: PageErrors;
  calls: Calls;
  operator: Operator;
  /** The core's API, logged in beside the operator. */
  api: Core;
  /** Where the API of the agent is. One beside the core is confirmed in this browser: the journey is marked @agent. */
  agent: string;
  /** The id of the demo channel, which runs; the operator is on its page. */
  liveChannel: string;
  publications: Publications;
  settings: SettingsPages;
  editor: PlayerEditor;
  website: WebsitePages;
  /** Enters, and publishes the website as it is. */
  publishWebsite: () => Promise<WebsitePages>;
}

interface Worker {
  /** Started for the first journey that shares it. */
  sharedCore: () => Promise<CoreUnderTest>;
}

const OPERATOR: User = { name: 'admin', password: 'journey-secret' };

export const test = base.extend<Journey, Worker>({
  user: [OPERATOR, { option: true }],

  environment: [{}, { option: true }],

  sharesCore: [false, { option: true }],

  sharedCore: [
    async ({ browserName: _ }, use) => {
      let core: Promise<CoreUnderTest> | undefined;
      await use(() => {
        core ??= coreUnderTest(OPERATOR, {});
        return core;
      });
      await (await core)?.dispose();
    },
    { scope: 'worker' },
  ],

  core: async ({ user, environment, sharesCore, sharedCore }, use, journey) => {
    const core = sharesCore ? await sharedCore() : await coreUnderTest(user, environment);
    await use(core);
    if (journey.status !== 'passed')
      await journey.attach('core.log', { body: await core.log(), contentType: 'text/plain' });
    if (!sharesCore) await core.dispose();
  },

  // Closed before its core ends: what a page meets after the journey is nobody's pageErrors.
  page: async ({ core: _, page }, use) => {
    await use(page);
    await page.close();
  },

  sources: async ({ user: _ }, use) => {
    const sources = createTestStreams();
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

  api: async ({ core }, use) => use(await core.api()),

  agent: async ({ core, page }, use, journey) => {
    const folder = journey.outputPath('agent');
    const { url, beside } = await agentOfCore(core, folder);
    if (beside)
      await page.addInitScript(
        (confirmed) => localStorage.setItem('@@restreamer-ui@@agent', confirmed),
        `${core.url} ${url}`,
      );
    await use(url);
    if (!beside) return;
    if (journey.status !== 'passed')
      await journey.attach('agent.log', { body: beside.log(), contentType: 'text/plain' });
    // A page that asks an agent that has ended would note an error.
    await page.close();
    beside.stop();
  },

  liveChannel: async ({ api, operator }, use) => {
    await ensureDemoChannel(api, MODEST);
    await operator.enter();
    await operator.sees('Live');
    await use(DEMO_CHANNEL);
  },

  publications: async ({ page }, use) => use(new Publications(page)),

  settings: async ({ page }, use) => use(new SettingsPages(page)),

  editor: async ({ page }, use) => use(new PlayerEditor(page)),

  website: async ({ page }, use) => use(new WebsitePages(page)),

  publishWebsite: async ({ operator, website }, use) =>
    use(async () => {
      await operator.enter();
      await website.open();
      await website.publish();
      return website;
    }),
});
