// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startI18n } from '../../i18n/index.ts';
import { Tabs } from './Tabs.tsx';

beforeAll(() => startI18n({ page: document, browser: [], storage: localStorage }));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const tabs = ['embed', 'colors', 'logo', 'poster', 'statistic'].map((id) => ({ id, text: id, href: `#/${id}` }));

/** Fakes five tabs of 100 px in a row of 300 px, as jsdom has no layout. */
function laidOut() {
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function left(this: HTMLElement) {
    return 100 * tabs.findIndex(({ id }) => id === this.dataset.tab);
  });
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300);
}

it.each([
  ['logo', 100],
  ['poster', 200],
])('the row of tabs scrolls %s into its middle', (current, scrolled) => {
  laidOut();
  render(<Tabs label="Player settings" tabs={tabs} current={current} />);
  expect(screen.getByRole('navigation').scrollLeft).toBe(scrolled);
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe(current);
});

it("the row of tabs keeps the operator's scroll position while the tab is the same", () => {
  laidOut();
  const { rerender } = render(<Tabs label="Player settings" tabs={tabs} current="logo" />);
  const row = screen.getByRole('navigation');
  row.scrollLeft = 20;
  rerender(<Tabs label="Player settings" tabs={tabs.map((tab) => ({ ...tab, wrong: true }))} current="logo" />);
  expect(row.scrollLeft).toBe(20);
  rerender(<Tabs label="Player settings" tabs={tabs} current="poster" />);
  expect(row.scrollLeft).toBe(200);
});
