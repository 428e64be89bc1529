import library from 'uplot/dist/uPlot.min.css' with { type: 'text' };
import text from '../css/history.css' with { type: 'text' };

// The look of the history, with the chunk that names it.
const sheet = new CSSStyleSheet();
sheet.replaceSync(library + text);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
