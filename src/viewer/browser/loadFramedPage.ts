import { html as markup } from '../markup.ts';
import { texts } from '../website/texts.ts';
import { type Translations, viewerLanguageOf } from './viewerLanguage.ts';

declare const __VIEWER_TEXTS__: Translations;

/** Part of the shell around a page with the operator's markup: fetches the page as data into the frame. */
const frame = document.getElementById('page');

async function show(into: HTMLIFrameElement) {
  const answer = await fetch(into.dataset.page ?? '', { cache: 'no-cache' });
  if (!answer.ok) throw new Error(`${answer.status}`);
  const { html }: { html: unknown } = await answer.json();
  if (typeof html === 'string') into.srcdoc = html;
}

if (frame instanceof HTMLIFrameElement) {
  show(frame).catch(() => {
    const { say, language } = viewerLanguageOf(__VIEWER_TEXTS__, navigator.languages);
    frame.srcdoc =
      markup`<p lang="${language}" style="font: 16px system-ui; color: #E9EFF0; padding: 24px">${say(texts.unavailable)}</p>`.markup;
  });
}
