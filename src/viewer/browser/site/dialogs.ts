import { shareLinks } from '../../website/shareLinks.ts';
import { texts } from '../../website/texts.ts';
import { all, here, type SitePage, write } from './domHelpers.ts';

/** What leads to a page of its own, or to nothing without this script, opens a dialog where the page has one. */
export function openDialogs() {
  for (const opener of all('[data-opens]')) {
    const dialog = document.getElementById(opener.dataset.opens ?? '');
    if (!(dialog instanceof HTMLDialogElement)) continue;
    opener.setAttribute('aria-haspopup', 'dialog');
    opener.addEventListener('click', (event) => {
      // In another tab a link is what it is.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      dialog.showModal();
    });
  }
  for (const dialog of document.querySelectorAll('dialog')) {
    dialog.querySelector('[data-closes]')?.addEventListener('click', () => dialog.close());
    dialog.addEventListener('click', ({ target }) => {
      if (target === dialog) dialog.close(); // beside it
    });
  }
}

/** The address is that of the page as it was opened. */
export function fillShare({ say }: SitePage) {
  const links = shareLinks(here(), document.querySelector('h1')?.textContent ?? '');
  for (const { id, href } of links) document.querySelector(`[data-share="${id}"]`)?.setAttribute('href', href);
  const field = document.querySelector<HTMLInputElement>('[data-address]');
  if (!field) return;
  field.value = here();
  const copy = document.querySelector('[data-copies]');
  copy?.addEventListener('click', () => {
    field.select();
    // Without a secure address, and in a frame, there is no other way.
    if (document.execCommand('copy')) write(copy.querySelector('span'), say(texts.copied));
  });
}
