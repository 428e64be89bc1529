import text from '../css/watching.css' with { type: 'text' };

const sheet = new CSSStyleSheet();
sheet.replaceSync(text);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
