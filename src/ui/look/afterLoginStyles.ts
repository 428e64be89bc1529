import data from '../css/inside/data.css' with { type: 'text' };
import player from '../css/inside/player.css' with { type: 'text' };
import tabs from '../css/inside/tabs.css' with { type: 'text' };
import thumbs from '../css/inside/thumbs.css' with { type: 'text' };
import welcome from '../css/inside/welcome.css' with { type: 'text' };

/** Styles that are only needed after the login, loaded separately. */
export function addAppStyles() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync([data, player, tabs, thumbs, welcome].join(''));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
