import { ensureDemoChannel } from '../../harness/demo/channel.ts';
import { expect, test } from '../fixtures.ts';
import { judged, keepRecord, passed } from '../stage/record.ts';

const PICTURE = { source: 'testsrc2', size: '320x180', fps: '10' };

test('a core that is gone is named and nobody else at any time @own-core', async ({
  operator,
  core,
  page,
  pageErrors,
}) => {
  pageErrors.allow(
    { line: /^request failed: \S+ \S+ net::ERR_/, why: 'The core is away, and the page looks for it.' },
    { line: /^status 404: GET \S+\/memfs\//, why: 'The one that comes back has no playlist yet.' },
  );
  await ensureDemoChannel(await core.api(), PICTURE);
  await operator.enter();
  await operator.sees('Live');
  await keepRecord(page);
  const happenedAt = Date.now();
  await core.kill();
  await passed(page, happenedAt, 41);
  const begun = /^Live|core/;
  const { wrong } = await judged(page, happenedAt, {
    says: { 1: begun, 3: begun, 6: begun, 16: /core/, 40: /core/ },
    names: ['nobody', 'core'],
  });
  expect(wrong).toEqual([]);
  // What it left behind is ended by the one that comes back.
  await core.restart();
});
