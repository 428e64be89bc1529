/** What people read who open an address that has nothing behind it. */
interface Words {
  readonly title: string;
  readonly text: string;
}

type Language = 'en' | 'de';

const nothingHere: Readonly<Record<Language, Words>> = {
  en: { title: 'This page does not exist', text: 'The channel was removed, or its address has changed.' },
  de: {
    title: 'Diese Seite gibt es nicht',
    text: 'Der Kanal wurde entfernt, oder seine Adresse ist jetzt eine andere.',
  },
};

const nothingYet: Readonly<Record<Language, Words>> = {
  en: { title: 'Nothing is published here yet', text: 'This is a Sluice media server.' },
  de: { title: 'Hier ist noch nichts veröffentlicht', text: 'Dies ist ein Sluice-Medienserver.' },
};

const openInterface: Readonly<Record<Language, string>> = { en: 'Open the interface', de: 'Oberfläche öffnen' };

const STYLE = `html{color-scheme:dark;background:#101416;color:#e9eff0;font:1rem/1.5 system-ui,sans-serif}
body{margin:0;min-height:100vh;display:grid;place-content:center;justify-items:center;padding:24px;box-sizing:border-box;text-align:center}
h1{margin:0;font-size:1.25rem}p{margin:8px 0 0;color:#a3b1b6}a{display:inline-block;padding:10px 16px;color:#37c871}`;

/** Nothing of it runs, and it may stand in the page of somebody else, where a player was. */
export const gonePageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
  'Cache-Control': 'no-store',
  Vary: 'Accept, Accept-Language',
} as const;

interface Asked {
  /** Of the file that is not there. */
  readonly path: string;
  readonly accept: string | undefined;
  readonly languages: string | undefined;
  /** Where the operator's interface is; null: not on this server. */
  readonly ui: string | null;
}

/** The page for a person with a browser; null: a program asks, or what it asks for is no page. */
export function gonePage({ path, accept = '', languages = '', ui }: Asked): string | null {
  if (!accept.includes('text/html') || !path.endsWith('.html')) return null;
  const language: Language = /^de\b/i.test(languages.trim()) ? 'de' : 'en';
  const isRoot = path === '/index.html';
  const { title, text } = (isRoot ? nothingYet : nothingHere)[language];
  const link = isRoot && ui !== null ? `<p><a href="${ui}">${openInterface[language]}</a></p>` : '';
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<style>${STYLE}</style></head><body><main><h1>${title}</h1><p>${text}</p>${link}</main></body></html>
`;
}
