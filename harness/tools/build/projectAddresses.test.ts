import { expect, it } from 'vitest';
import { projectAddresses } from './projectAddresses.ts';

it.each<[string, object, object]>([
  ['nothing', {}, {}],
  [
    'each as npm writes it',
    {
      homepage: 'https://example.org',
      repository: { type: 'git', url: 'git+https://example.org/sluice.git' },
      bugs: { url: 'https://example.org/sluice/issues' },
      funding: 'https://example.org/support',
    },
    {
      website: 'https://example.org',
      repository: 'https://example.org/sluice',
      issues: 'https://example.org/sluice/issues',
      support: 'https://example.org/support',
    },
  ],
  ['what is no page', { repository: 'git@example.org:a/b.git', bugs: { url: 'mailto:a@example.org' } }, {}],
])('takes %s from package.json', (_, given, expected) =>
  expect(Object.fromEntries(new URLSearchParams(projectAddresses(given)))).toEqual(expected),
);
