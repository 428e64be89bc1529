// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';

type Plugin = (this: object, options: unknown) => void;
const plugins = new Map<string, Plugin>();
const listeners = new Map<string, () => void>();
const element = document.createElement('div');
const player = { el: () => element, on: (event: string, listener: () => void) => listeners.set(event, listener) };

beforeEach(async () => {
  Reflect.set(window, 'videojs', { registerPlugin: (name: string, plugin: Plugin) => plugins.set(name, plugin) });
  await Promise.all([import('./templateOverlay.ts'), import('./license.ts')]);
  element.innerHTML = '<button class="vjs-fullscreen-control"></button>';
});

it('the overlay plugin shows the content of an old template between two events', () => {
  const content = '<a href="https://a.example"><img src="logo.png"></a>';
  plugins
    .get('overlay')
    ?.call(player, { overlays: [{ content, align: 'bottom-right', start: 'playing', end: 'pause' }] });
  const overlay = element.querySelector('.vjs-overlay-bottom-right');
  expect(overlay?.querySelector('a img')).not.toBeNull();
  expect(overlay?.classList.contains('vjs-hidden')).toBe(true);
  listeners.get('playing')?.();
  expect(overlay?.classList.contains('vjs-hidden')).toBe(false);
  listeners.get('pause')?.();
  expect(overlay?.classList.contains('vjs-hidden')).toBe(true);
});

it.each([undefined, {}, { overlays: 'x' }, { overlays: [null, { align: '"><script>' }] }])(
  'the overlay plugin ignores the malformed options %j',
  (options) => expect(() => plugins.get('overlay')?.call(player, options)).not.toThrow(),
);

it('the license plugin shows the license, and nothing without one', () => {
  plugins.get('license')?.call(player, { license: 'none' });
  expect(element.querySelector('.watch-button')).toBeNull();
  plugins.get('license')?.call(player, { license: 'CC BY 4.0', title: '<b>', author: 'Ada' });
  element.querySelector<HTMLElement>('.watch-button')?.click();
  const panel = element.querySelector('.watch-panel');
  expect(panel?.textContent).toBe('<b>AdaLicense: CC BY 4.0');
  expect(panel?.querySelector('a')?.rel).toContain('license');
});
