import library from 'uplot/dist/uPlot.min.css' with { type: 'text' };
import text from '../css/history.css' with { type: 'text' };

const sheet = new CSSStyleSheet();
sheet.replaceSync(library + text);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
