// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { PREVIEW_READY, type PreviewMessage } from '../website/previewMessage.ts';

const listened: EventListener[] = [];
const { addEventListener: listen } = window;

beforeEach(() => {
  vi.resetModules();
  for (const listener of listened.splice(0)) removeEventListener('message', listener);
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

async function open(origin: string, parent: object | null) {
  vi.stubGlobal('origin', origin);
  vi.stubGlobal('parent', parent ?? window);
  vi.stubGlobal('addEventListener', (type: string, listener: EventListener) => {
    listened.push(listener);
    listen.call(window, type, listener);
  });
  await import('./websitePreview.ts');
  // jsdom's own events have a fixed source.
  return (data: PreviewMessage, source: object | null = parent) =>
    dispatchEvent(Object.assign(new Event('message'), { data, source }));
}

const aParent = () => ({ postMessage: vi.fn() });
const PAGE = { page: '<style data-preview-style="0">p{}</style><p>x</p>', images: [] };
const shown = () => document.querySelector('p')?.textContent;

it('the preview shows a page and then updates its styles', async () => {
  const parent = aParent();
  const post = await open('null', parent);
  expect(parent.postMessage).toHaveBeenCalledWith(PREVIEW_READY, '*');
  post(PAGE);
  expect(shown()).toBe('x');
  post({ styles: ['p{color:red}', 'of no element'] });
  expect(document.querySelector('style')?.textContent).toBe('p{color:red}');
  expect(shown()).toBe('x');
});

it.each([
  ['with an origin', 'https://core.test', aParent()],
  ['by itself', 'null', null],
])('the preview shows nothing %s', async (_, origin, parent) => {
  const post = await open(origin, parent);
  post(PAGE);
  post(PAGE, window);
  expect(shown()).toBeUndefined();
});

it('the preview ignores messages from other windows than its parent', async () => {
  const post = await open('null', aParent());
  post(PAGE, window);
  expect(shown()).toBeUndefined();
});
