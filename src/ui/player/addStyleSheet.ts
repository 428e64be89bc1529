const added = new Set<string>();

export function addSheet(text: string) {
  if (added.has(text)) return;
  added.add(text);
  const style = new CSSStyleSheet();
  style.replaceSync(text);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
}
