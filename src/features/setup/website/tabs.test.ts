import { expect, it } from 'vitest';
import { topics } from '../../../ui/help/helpTopics.ts';
import { parseWebsiteSettings } from '../../../viewer/website/settings.ts';
import { fieldLabel, tabAt, tabsWithFaults } from '../../shared/editor/editorTabs.ts';
import { websiteTabs } from './tabs.ts';

it.each([...websiteTabs])('the website tab $id has a help topic', ({ id }) =>
  expect(topics).toContain(`playersite-${id}`),
);

it.each([
  ['', null],
  ['nowhere', null],
  ['code_injection', 'code_injection'],
])('the website form resolves the address %j to the website tab %s', (segment, id) =>
  expect(tabAt(websiteTabs, segment)).toBe(id),
);

it.each([
  [{}, []],
  [{ bgimage_url: 'x' }, ['design']],
  [{ hrcolor: 'x', title: 'y' }, ['general', 'design']],
])('the website form maps the website faults %j to the tabs %j', (faults, ids) =>
  expect(tabsWithFaults(websiteTabs, faults)).toEqual(ids),
);

it('the website form names exactly one field for each website setting that a tab edits', () => {
  const keys = websiteTabs.flatMap(({ fields }) => Object.keys(fields));
  expect([...keys, 'player', 'chromecast', 'airplay'].sort()).toEqual(Object.keys(parseWebsiteSettings({})).sort());
  for (const key of keys) expect(fieldLabel(websiteTabs, key)).toBeTruthy();
  expect(fieldLabel(websiteTabs, 'player')).toBeUndefined();
});
