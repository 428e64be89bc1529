import { expect, it } from 'vitest';
import { topics } from '../../../ui/help/helpTopics.ts';
import { fieldLabel, tabAt, tabsWithFaults } from '../../shared/editor/editorTabs.ts';
import { playerTabs } from './tabs.ts';

it.each([...playerTabs])('$id is explained', ({ id }) => expect(topics).toContain(`player-${id}`));

it.each([
  ['', 'embed'],
  ['nowhere', 'embed'],
  ['statistic', 'statistic'],
])('the address %j leads to %s', (segment, id) => expect(tabAt(playerTabs, segment) ?? 'embed').toBe(id));

it.each([
  [{}, []],
  [{ poster: 'x' }, ['poster']],
  [{ 'logo.link': 'x', 'color.buttons': 'y' }, ['colors', 'logo']],
])('%j is wrong on %j', (faults, ids) => expect(tabsWithFaults(playerTabs, faults)).toEqual(ids));

it('each field has a name, and only those', () => {
  const all = playerTabs.flatMap(({ fields }) => Object.entries(fields));
  for (const [path, label] of all) expect(fieldLabel(playerTabs, path)).toBe(label);
  expect(fieldLabel(playerTabs, 'uploads.logo')).toBeUndefined();
});
