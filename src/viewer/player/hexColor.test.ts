import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PLAYER_COLORS, parseHexColor } from './hexColor.ts';

it.each([
  ['#0af', '#00aaff'],
  ['0af', '#00aaff'],
  [' #00AAFF ', '#00aaff'],
  ['#00aaff80', null],
  ['red;}', null],
  ['', null],
])('the color %j is normalized or rejected', (typed, expected) => expect(parseHexColor(typed)).toBe(expected));

it.each(Object.entries(PLAYER_COLORS))(
  'player.css has a single default for %s, which the editor shows',
  (name, shown) => {
    const styles = readFileSync('src/viewer/browser/player.css', 'utf8');
    const defaults = [...styles.matchAll(new RegExp(`var\\(--${name}, (#\\w+)\\)`, 'g'))].map(
      ([, color = '']) => color,
    );
    expect(defaults.length).toBeGreaterThan(0);
    expect([...new Set(defaults.map(parseHexColor))]).toEqual([shown]);
  },
);
