import wizard from '../css/inside/wizard.css' with { type: 'text' };
import late from '../css/late.css' with { type: 'text' };

// What no screen before the login has anything of. Once, with the chunk that names it.
const sheet = new CSSStyleSheet();
sheet.replaceSync(late + wizard);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
