import text from '../css/schedule.css' with { type: 'text' };

const sheet = new CSSStyleSheet();
sheet.replaceSync(text);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
