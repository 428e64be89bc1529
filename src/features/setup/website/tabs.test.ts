import { expect, it } from 'vitest';
import { topics } from '../../../ui/help/helpTopics.ts';
import { parseWebsiteSettings } from '../../../viewer/website/settings.ts';
import { labelOf, tabOf, tabs, wrongTabs } from './tabs.ts';

it.each([...tabs])('$id is explained', ({ id }) => expect(topics).toContain(`playersite-${id}`));

it.each([
  ['', null],
  ['nowhere', null],
  ['code_injection', 'code_injection'],
])('the address %j leads to %s', (segment, id) => expect(tabOf(segment)).toBe(id));

it.each([
  [{}, []],
  [{ bgimage_url: 'x' }, ['design']],
  [{ hrcolor: 'x', title: 'y' }, ['general', 'design']],
])('%j is wrong on %j', (faults, ids) => expect(wrongTabs(faults)).toEqual(ids));

it('each setting has one field with a name, but for what no tab sets', () => {
  const keys = tabs.flatMap(({ fields }) => Object.keys(fields));
  expect([...keys, 'player', 'chromecast', 'airplay'].sort()).toEqual(Object.keys(parseWebsiteSettings({})).sort());
  for (const key of keys) expect(labelOf(key)).toBeTruthy();
  expect(labelOf('player')).toBeUndefined();
});
