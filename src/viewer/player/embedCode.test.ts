import { expect, it } from 'vitest';
import { embedCode } from './embedCode.ts';
import { iframeCode } from './iframe.ts';

const channel = { id: '5155ce00-de30-4000-8000-000000000001', name: 'A "B" <c>' };
const ADDRESS = 'https://core.example';
const plain = { fluid: false, start: 'stored' } as const;

it('the embed code without a choice equals that of oEmbed', () =>
  expect(embedCode(channel, ADDRESS, plain)).toBe(iframeCode(channel, ADDRESS)));

it.each([
  [{ fluid: true }, '.html"', 'style="width:100%;aspect-ratio:16/9;border:0"'],
  [{ start: 'pressed' }, '.html?autoplay=0"', 'style="width:640px;height:360px;border:0"'],
  [{ fluid: true, start: 'automatic' }, 'autoplay=1&amp;mute=1"', 'aspect-ratio:16/9'],
] as const)('the embed code contains the choice %j', (choice, address, style) => {
  const code = embedCode(channel, ADDRESS, { ...plain, ...choice });
  expect(code).toContain(address);
  expect(code).toContain(style);
  expect(code).not.toContain('<c>');
});
