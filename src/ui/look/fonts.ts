/** Fetches the fonts of these letters without using them. Rejects if a file is missing. */
export const loadFonts = (page: Document, letters: string) => page.fonts.load('1em Inter Variable', letters);

/** Texts that are drawn wrap anew: called when another screen replaces them. */
export function showFonts(page: Document) {
  page.documentElement.dataset.fonts = '';
}
