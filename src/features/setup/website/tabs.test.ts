import { expect, it } from 'vitest';
import { topics } from '../../../ui/help/helpTopics.ts';
import { parseWebsiteSettings } from '../../../viewer/website/settings.ts';
import { fieldLabel, tabAt, tabsWithFaults } from '../../shared/editor/editorTabs.ts';
import { websiteTabs } from './tabs.ts';

it.each([...websiteTabs])('$id is explained', ({ id }) => expect(topics).toContain(`playersite-${id}`));

it.each([
  ['', null],
  ['nowhere', null],
  ['code_injection', 'code_injection'],
])('the address %j leads to %s', (segment, id) => expect(tabAt(websiteTabs, segment)).toBe(id));

it.each([
  [{}, []],
  [{ bgimage_url: 'x' }, ['design']],
  [{ hrcolor: 'x', title: 'y' }, ['general', 'design']],
])('%j is wrong on %j', (faults, ids) => expect(tabsWithFaults(websiteTabs, faults)).toEqual(ids));

it('each setting has one field with a name, but for what no tab sets', () => {
  const keys = websiteTabs.flatMap(({ fields }) => Object.keys(fields));
  expect([...keys, 'player', 'chromecast', 'airplay'].sort()).toEqual(Object.keys(parseWebsiteSettings({})).sort());
  for (const key of keys) expect(fieldLabel(websiteTabs, key)).toBeTruthy();
  expect(fieldLabel(websiteTabs, 'player')).toBeUndefined();
});
