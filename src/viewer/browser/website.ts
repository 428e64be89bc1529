import { fillShare, openDialogs } from './site/dialogs.ts';
import { all, type SitePage, write } from './site/domHelpers.ts';
import { searchChannels } from './site/filterChannelList.ts';
import { watchFigures } from './site/pollViewersAndUptime.ts';
import { hideMissingPictures } from './site/refreshSnapshots.ts';
import { countDown } from './site/scheduleCountdown.ts';
import { type Translations, viewerLanguageOf } from './viewerLanguage.ts';

declare const __VIEWER_TEXTS__: Translations;

/** `playersite/website.js`: what a page of the website does beside playing. It is all there before, but for what moves. */
const { say, language } = viewerLanguageOf(__VIEWER_TEXTS__, navigator.languages);
const locale = navigator.languages.find((tag) => tag.toLowerCase().split('-')[0] === language) ?? language;
const page: SitePage = { say, language, locale };

function translate() {
  for (const element of all('[data-word]')) {
    const english = element.textContent ?? '';
    const text = say(english);
    write(element, text);
    // The page itself is in whatever language its operator writes.
    if (text !== english) element.lang = language;
  }
}

// A link within the page would lead out of a frame.
document.querySelector('.skip')?.addEventListener('click', (event) => {
  event.preventDefault();
  document.getElementById('about')?.focus();
});

hideMissingPictures();
translate();
openDialogs();
fillShare(page);
searchChannels(page);
countDown(page);
watchFigures(page);
