import { isMatch } from '../../website/content/matchChannelName.ts';
import { texts } from '../../website/texts.ts';
import { all, type SitePage, write } from './domHelpers.ts';

/** The field above a long list leaves those whose names match. */
export function searchChannels({ say, language }: SitePage) {
  const field = document.querySelector<HTMLInputElement>('#search');
  const items = all('#list > li');
  field?.addEventListener('input', () => {
    for (const item of items) item.hidden = !isMatch(item.querySelector('.name')?.textContent ?? '', field.value);
    const { length } = items.filter(({ hidden }) => !hidden);
    const status = document.querySelector<HTMLElement>('[data-matches]');
    if (status) status.lang = language;
    const found = length === 0 ? say(texts.unmatched) : `${say(texts.channels)}: ${length}`;
    write(status, field.value.trim() === '' ? '' : found);
  });
}
