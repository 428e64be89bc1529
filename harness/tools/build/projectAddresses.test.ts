import { expect, it } from 'vitest';
import { missingAddresses, projectMeta } from './projectAddresses.ts';

const COMPLETE = {
  homepage: 'https://example.org',
  repository: { type: 'git', url: 'git+https://example.org/sluice.git' },
  bugs: { url: 'https://example.org/sluice/issues' },
  funding: 'https://example.org/support',
};
const FEED = 'https://releases.example.org/api?a=1&b="2"';

it.each<[string, object, object]>([
  [
    'the addresses that npm writes',
    COMPLETE,
    {
      website: 'https://example.org',
      repository: 'https://example.org/sluice',
      issues: 'https://example.org/sluice/issues',
      support: 'https://example.org/support',
    },
  ],
  ['the release server', { releaseFeed: FEED }, { releases: FEED }],
])('the page gets %s from package.json', (_, manifest, expected) => {
  const [, content = ''] = /^<meta name="sluice-project" content="([^"<>]*)">$/.exec(projectMeta(manifest)) ?? [];
  expect(Object.fromEntries(new URLSearchParams(content.replaceAll('&amp;', '&')))).toEqual(expected);
});

it.each<[string, object]>([
  ['nothing', {}],
  ['other schemes', { repository: 'git@example.org:a/b.git', bugs: { url: 'mailto:a@example.org' } }],
  ['a text that is not an address', { homepage: 'https://[', releaseFeed: 'http://releases.example.org' }],
])('the page has no element for %s', (_, manifest) => expect(projectMeta(manifest)).toBe(''));

it.each<[string, object, string[]]>([
  ['addresses, none in a complete package.json', COMPLETE, []],
  ['addresses, none with a release server', { ...COMPLETE, releaseFeed: FEED }, []],
  ['all addresses of an empty package.json', {}, ['homepage', 'repository', 'bugs', 'funding']],
  ['address that is not a web page', { ...COMPLETE, bugs: 'mailto:a@example.org' }, ['bugs']],
  ['release server without https', { ...COMPLETE, releaseFeed: 'example.org' }, ['releaseFeed']],
])('a release reports the missing %s', (_, manifest, missing) => expect(missingAddresses(manifest)).toEqual(missing));
