import { expect, it } from 'vitest';
import { createNetworkMatcher } from './networks.ts';

it.each([
  [['10.0.0.0/8'], '10.1.2.3', true],
  [['10.0.0.0/8', '::1/128'], '::1', true],
  [['10.0.0.0/8'], '11.0.0.1', false],
  [['0.0.0.0/0'], 'unknown', false],
  [[], '10.1.2.3', false],
])('the networks %j contain %s: %s', (list, address, expected) =>
  expect(createNetworkMatcher(list)(address)).toBe(expected),
);
