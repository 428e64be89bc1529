import type { Page } from '@playwright/test';

interface Shift {
  value: number;
  what: string[];
}

declare global {
  interface Window {
    keptShifts?: Shift[];
  }
}

/** Records layout shifts without user input, starting with the next document. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    window.keptShifts = [];
    const nameOf = (node: unknown) =>
      node instanceof Element ? `${node.localName}.${node.className} "${node.textContent?.slice(0, 40)}"` : '?';
    const boxOf = ({ top, left, width, height }: DOMRectReadOnly) =>
      [left, top, width, height].map(Math.round).join(' ');
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!('value' in entry && 'hadRecentInput' in entry && 'sources' in entry) || entry.hadRecentInput) continue;
        const sources: { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[] = Array.isArray(
          entry.sources,
        )
          ? entry.sources
          : [];
        window.keptShifts?.push({
          value: Number(entry.value),
          what: [
            `${location.hash}, scrolled ${Math.round(scrollY)} of ${document.documentElement.scrollHeight} px`,
          ].concat(
            sources.map((box) => `${nameOf(box.node)}: ${boxOf(box.previousRect)} to ${boxOf(box.currentRect)}`),
          ),
        });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

export const shiftsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window.keptShifts ?? []).map(({ value, what }) => [value.toFixed(4), ...what].join('\n  ')));

/** Cumulative layout shift. */
export const shiftIn = (page: Page): Promise<number> =>
  page.evaluate(() => (window.keptShifts ?? []).reduce((sum, { value }) => sum + value, 0));

export const watchAnew = (page: Page) =>
  page.evaluate(() => {
    window.keptShifts = [];
  });
