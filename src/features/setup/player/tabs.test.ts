import { expect, it } from 'vitest';
import { topics } from '../../../ui/help/helpTopics.ts';
import { labelOf, tabOf, tabs, wrongTabs } from './tabs.ts';

it.each([...tabs])('$id is explained', ({ id }) => expect(topics).toContain(`player-${id}`));

it.each([
  ['', 'embed'],
  ['nowhere', 'embed'],
  ['statistic', 'statistic'],
])('the address %j leads to %s', (segment, id) => expect(tabOf(segment)).toBe(id));

it.each([
  [{}, []],
  [{ poster: 'x' }, ['poster']],
  [{ 'logo.link': 'x', 'color.buttons': 'y' }, ['colors', 'logo']],
])('%j is wrong on %j', (faults, ids) => expect(wrongTabs(faults)).toEqual(ids));

it('each field has a name, and only those', () => {
  const all = tabs.flatMap(({ fields }) => Object.entries(fields));
  for (const [path, label] of all) expect(labelOf(path)).toBe(label);
  expect(labelOf('uploads.logo')).toBeUndefined();
});
