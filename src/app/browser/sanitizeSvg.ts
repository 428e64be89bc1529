import purify from 'dompurify';

const SVG = 'http://www.w3.org/2000/svg';

const isInside = (address: string) => /^\s*(#|data:image\/(png|jpe?g|gif|webp);base64,)/i.test(address);

/** Rejects external references, and backslashes, which could hide one. */
const isHarmless = (style: string) =>
  !/\\|@import|image-set/i.test(style) &&
  [...style.matchAll(/url\(\s*['"]?([^'")]*)/gi)].every(([, address = '']) => isInside(address));

/** Converts CDATA to text, because DOMPurify rejects an SVG with CDATA sections. */
function unwrap(root: Element) {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_CDATA_SECTION);
  const sections: Node[] = [];
  while (walker.nextNode()) sections.push(walker.currentNode);
  for (const section of sections) section.parentNode?.replaceChild(new Text(section.textContent ?? ''), section);
}

/** Makes an SVG safe on our own origin: no scripts, external references or doctype. null if it is not an SVG. */
export function cleanSvg(text: string): string | null {
  const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  if (root.namespaceURI !== SVG || root.localName !== 'svg' || root.querySelector('parsererror')) return null;
  unwrap(root);
  purify.sanitize(root, {
    IN_PLACE: true,
    USE_PROFILES: { svg: true, svgFilters: true },
    FORBID_TAGS: ['a', 'foreignObject'],
  });
  for (const element of [root, ...root.querySelectorAll('*')]) {
    if (element.localName === 'style' && !isHarmless(element.textContent ?? '')) element.remove();
    for (const { name, localName, value } of [...element.attributes]) {
      const isAllowed = localName === 'href' || localName === 'src' ? isInside(value) : isHarmless(value);
      if (!isAllowed) element.removeAttribute(name);
    }
  }
  return new XMLSerializer().serializeToString(root);
}
