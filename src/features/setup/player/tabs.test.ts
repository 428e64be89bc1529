import { expect, it } from 'vitest';
import { topics } from '../../../ui/help/helpTopics.ts';
import { fieldLabel, tabAt, tabsWithFaults } from '../../shared/editor/editorTabs.ts';
import { playerTabs } from './tabs.ts';

it.each([...playerTabs])('the tab $id has a help topic', ({ id }) => expect(topics).toContain(`player-${id}`));

it.each([
  ['', 'embed'],
  ['nowhere', 'embed'],
  ['statistic', 'statistic'],
])('the player form resolves the address %j to the tab %s', (segment, id) =>
  expect(tabAt(playerTabs, segment) ?? 'embed').toBe(id),
);

it.each([
  [{}, []],
  [{ poster: 'x' }, ['poster']],
  [{ 'logo.link': 'x', 'color.buttons': 'y' }, ['colors', 'logo']],
])('the player form maps the faults %j to the tabs %j', (faults, ids) =>
  expect(tabsWithFaults(playerTabs, faults)).toEqual(ids),
);

it('the player form names every field of the draft, and no others', () => {
  const all = playerTabs.flatMap(({ fields }) => Object.entries(fields));
  for (const [path, label] of all) expect(fieldLabel(playerTabs, path)).toBe(label);
  expect(fieldLabel(playerTabs, 'uploads.logo')).toBeUndefined();
});
