import cyrillic from '@fontsource-variable/inter/files/inter-cyrillic-wght-normal.woff2';
import latin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';

// Ranges from the package's wght.css.
const files = [
  {
    url: latin,
    unicodeRange:
      'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  },
  { url: cyrillic, unicodeRange: 'U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116' },
];

/** Called after the first screen, so that 48 kB of fonts do not delay the login. */
export function announceFonts(page: Document) {
  for (const { url, unicodeRange } of files) {
    const source = `url(${new URL(url, import.meta.url).href}) format("woff2")`;
    page.fonts.add(new FontFace('Inter Variable', source, { weight: '100 900', display: 'swap', unicodeRange }));
  }
}
