import { expect, it } from 'vitest';
import { hostileTexts } from '../fixtures/hostileTexts.ts';
import { shareLinks } from './shareLinks.ts';

it('share links contain page and title, encoded', () => {
  const links = Object.fromEntries(shareLinks('https://a.test/x?y=1', 'A & B').map(({ id, href }) => [id, href]));
  const page = 'https%3A%2F%2Fa.test%2Fx%3Fy%3D1';
  expect(links).toEqual({
    facebook: `https://www.facebook.com/sharer/sharer.php?u=${page}`,
    twitter: `https://twitter.com/intent/tweet?url=${page}&text=A%20%26%20B`,
    reddit: `https://www.reddit.com/submit?url=${page}&title=A%20%26%20B`,
    linkedin: `https://www.linkedin.com/sharing/share-offsite/?url=${page}`,
    telegram: `https://t.me/share/url?url=${page}&text=A%20%26%20B`,
    whatsapp: `https://api.whatsapp.com/send?text=A%20%26%20B%20${page}`,
  });
});

it.each(hostileTexts)('the hostile title %j stays a single query value', (text) => {
  for (const { href } of shareLinks('https://a.test/', text)) {
    const url = new URL(href);
    expect(url.protocol).toBe('https:');
    expect(url.hash).toBe('');
    expect([...url.searchParams.keys()].length).toBeLessThanOrEqual(2);
  }
});
