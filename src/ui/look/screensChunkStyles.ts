import wizard from '../css/inside/wizard.css' with { type: 'text' };
import late from '../css/late.css' with { type: 'text' };

// Styles that no screen before the login needs, in the chunk of the screens.
const sheet = new CSSStyleSheet();
sheet.replaceSync(late + wizard);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
