import text from '../css/schedule.css' with { type: 'text' };

// The look of the schedule, with the chunk that names it.
const sheet = new CSSStyleSheet();
sheet.replaceSync(text);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
