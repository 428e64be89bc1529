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
  /** null: a core without a user. */
  user: User | null;
  /** Variables for the core of this journey and its agent. They need the tag @this-machine. */
  environment: Readonly<Record<string, string>>;
  /** Whether the journey uses the core of its worker: it may not store anything or log users out. */
  sharesCore: boolean;
  core: CoreUnderTest;
  sources: TestStreams;
  pageErrors: PageErrors;
  calls: Calls;
  operator: Operator;
  api: Core;
  /** Address of the agent API. An agent beside the core is confirmed in this browser. Needs the tag @agent. */
  agent: string;
  liveChannel: string;
  publications: Publications;
  settings: SettingsPages;
  editor: PlayerEditor;
  website: WebsitePages;
  publishWebsite: () => Promise<WebsitePages>;
}

interface Worker {
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

  // Closes the page before its core, so that the shutdown causes no page errors.
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

  agent: async ({ core, page, environment }, use, journey) => {
    const folder = journey.outputPath('agent');
    const { url, beside } = await agentOfCore(core, folder, environment);
    if (beside)
      await page.addInitScript(
        (confirmed) => localStorage.setItem('@@restreamer-ui@@agent', confirmed),
        `${core.url} ${url}`,
      );
    await use(url);
    if (!beside) return;
    if (journey.status !== 'passed')
      await journey.attach('agent.log', { body: beside.log(), contentType: 'text/plain' });
    // Closes the page first: requests to an agent that has ended are page errors.
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
