import type { Page } from '@playwright/test';
import { expect } from '../expect.ts';

/** Opens a screen by its link in the header, which is an entry of the menu on a phone. */
export async function openDestination(page: Page, name: string) {
  const header = page.getByRole('banner');
  await expect(header).toBeVisible();
  const link = header.getByRole('link', { name });
  if (await link.isVisible()) return link.click();
  await header.getByRole('button', { name: 'Menu' }).click();
  return page.getByRole('menuitem', { name }).click();
}
