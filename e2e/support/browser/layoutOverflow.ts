import type { Page } from '@playwright/test';

export const overflowsOf = (page: Page): Promise<string[]> => page.evaluate(measure);

function measure(): string[] {
  /** Pixels. BAR: one line of form buttons with a note above. */
  const [HEADER, BAR, HALF] = [57, 176, 1];
  const label = (element: Element) =>
    `${element.tagName.toLowerCase()}.${element.className} "${element.textContent?.slice(0, 60) ?? ''}"`;
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
  const isSeen = (element: HTMLElement) => element.checkVisibility() && element.getBoundingClientRect().width > HALF;
  const { scrollWidth, clientWidth } = document.documentElement;
  const wide = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : [];
  const tall = [
    ...all('header').map((element) => [element, HEADER] as const),
    ...all('.actions-sticky, .remote').map((element) => [element, BAR] as const),
  ].flatMap(([element, most]) => {
    const { height } = element.getBoundingClientRect();
    return isSeen(element) && height > most ? [`${Math.round(height)} px high: ${label(element)}`] : [];
  });
  const cut = all('.row, .card-head, .card-foot, header, .remote, .figures').flatMap((box) => {
    const edge = Math.min(box.getBoundingClientRect().right, clientWidth) + HALF;
    return [...box.querySelectorAll<HTMLElement>('button, a, input, select, .row-title, h2')].flatMap((element) =>
      isSeen(element) && element.getBoundingClientRect().right > edge ? [`beyond the edge: ${label(element)}`] : [],
    );
  });
  const broken = all('.remote-buttons .button, .actions-sticky .button').flatMap((button) =>
    isSeen(button) && button.scrollWidth > button.clientWidth + HALF ? [`too long: ${label(button)}`] : [],
  );
  const tabs = all('.tabs').flatMap((row) => {
    const tabs = [...row.querySelectorAll<HTMLElement>('a')];
    const rows = new Set(tabs.map((tab) => Math.round(tab.getBoundingClientRect().top))).size;
    const open = row.querySelector('[aria-current]')?.getBoundingClientRect();
    const { left, right } = row.getBoundingClientRect();
    const hidden = open !== undefined && (open.left < left - HALF || open.right > right + HALF);
    return [
      ...(rows > 1 ? [`${rows} rows of tabs: ${label(row)}`] : []),
      ...(hidden ? [`the open tab is beyond the edge: ${label(row)}`] : []),
    ];
  });
  return [...wide, ...tall, ...cut, ...broken, ...tabs];
}
