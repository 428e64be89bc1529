import text from '../css/watching.css' with { type: 'text' };

// The look of what comes once a channel is on the screen, with the chunk that names it.
const sheet = new CSSStyleSheet();
sheet.replaceSync(text);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
