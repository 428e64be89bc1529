import { type CoreUnderTest, coreUnderTest } from '../../harness/core/coreUnderTest.ts';
import { DEMO_CHANNEL } from '../../harness/tools/demo/demoChannel.ts';
import { egressOf, ingestId, METADATA_KEY } from '../../src/api/processIds.ts';
import { Moving } from '../pages/moving.ts';
import { Operator } from '../pages/operator.ts';
import { isAccessible } from '../support/browser/isAccessible.ts';
import { overflowsOf } from '../support/browser/layoutOverflow.ts';
import { LANGUAGES, speak } from '../support/browser/speak.ts';
import { expect, test } from '../test.ts';

const PASSPHRASE = 'correct horse battery staple';
const KEY = 'k3y-of-the-venue';

/** What is stored of each process, by id. */
async function storedOn(core: CoreUnderTest) {
  const api = await core.api();
  const processes = await api.processes({ filter: 'config,metadata' });
  return Object.fromEntries(
    processes.map(({ id, config, metadata }) => [id, { config, own: Object(metadata)[METADATA_KEY] }]),
  );
}

for (const language of LANGUAGES)
  test(`a channel moves with its keys to a fresh core, and no damaged file changes anything (${language}) @own-core`, async ({
    page,
    core,
    publications,
    liveChannel: _,
    pageErrors,
  }) => {
    test.slow();
    pageErrors.allow({
      line: /^(request failed: \S+ \S+ net::ERR_\w+|status 404: \w+ \S+)$/,
      why: 'The page moves to another core, where nothing plays yet.',
    });
    await publications.addRtmp('127.0.0.1:9/nowhere', KEY);
    await publications.saveAs('Venue');
    await speak(page, language);
    const moving = new Moving(page, language);
    await moving.open();
    await moving.includeSecrets(PASSPHRASE);
    const file = await moving.export();
    expect(file.toString()).not.toContain(KEY);
    const before = await storedOn(core);

    const fresh = await coreUnderTest(core.user);
    try {
      const there = new Operator(page, fresh);
      await there.enter();
      await speak(page, language);
      await moving.open();
      await moving.choose(file.subarray(0, file.length / 2));
      await expect(moving.says('{{name}} was not imported, and nothing was changed.')).toBeVisible();
      await moving.choose(file);
      await moving.passphrase().fill('wrong horse battery staple');
      await moving.button('Continue').click();
      await expect(moving.says('The passphrase is wrong. Nothing was imported.')).toBeVisible();
      expect(await storedOn(fresh)).toEqual({});
      await moving.passphrase().fill(PASSPHRASE);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('listitem').filter({ hasText: 'Venue' })).toBeVisible();
      await isAccessible(page, 'the list of an import');
      await page.setViewportSize({ width: 360, height: 740 });
      expect(await overflowsOf(page)).toEqual([]);
      expect(await storedOn(fresh)).toEqual({});
      await moving.button('Import').click();
      await expect(moving.button('Take back')).toBeVisible();

      const after = await storedOn(fresh);
      const publication = Object.keys(before).find((id) => egressOf(id)) ?? '';
      expect(Object.keys(after).toSorted()).toEqual(Object.keys(before).toSorted());
      expect(after[publication]).toEqual(before[publication]);
      expect(after[ingestId(DEMO_CHANNEL)]?.own).toEqual(before[ingestId(DEMO_CHANNEL)]?.own);
      await page.goto(`${fresh.ui}#/${DEMO_CHANNEL}`);
      await expect(there.player).toPlay();
      await page.goBack();
      await moving.button('Take back').click();
      await expect(moving.button('Choose file')).toBeVisible();
      await expect.poll(async () => Object.keys(await storedOn(fresh))).toEqual([]);
    } finally {
      await fresh.dispose();
    }
  });
