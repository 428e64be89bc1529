interface Words {
  readonly gone: readonly [title: string, text: string];
  readonly nothingYet: readonly [title: string, text: string];
}

const english: Words = {
  gone: ['This page does not exist', 'The channel was removed, or its address has changed.'],
  nothingYet: ['Nothing is published here yet', 'This is a Sluice media server.'],
};

const texts: Readonly<Record<string, Words>> = {
  en: english,
  de: {
    gone: ['Diese Seite gibt es nicht', 'Der Kanal wurde entfernt, oder seine Adresse ist jetzt eine andere.'],
    nothingYet: ['Hier ist noch nichts veröffentlicht', 'Dies ist ein Sluice-Medienserver.'],
  },
  fr: {
    gone: ['Cette page n’existe pas', 'La chaîne a été supprimée ou son adresse a changé.'],
    nothingYet: ['Rien n’est encore publié ici', 'Ceci est un serveur multimédia Sluice.'],
  },
  it: {
    gone: ['Questa pagina non esiste', 'Il canale è stato rimosso o il suo indirizzo è cambiato.'],
    nothingYet: ['Qui non è ancora pubblicato nulla', 'Questo è un server multimediale Sluice.'],
  },
  pt: {
    gone: ['Esta página não existe', 'O canal foi removido ou o seu endereço mudou.'],
    nothingYet: ['Ainda não há nada publicado aqui', 'Este é um servidor multimídia Sluice.'],
  },
  es: {
    gone: ['Esta página no existe', 'El canal se eliminó o su dirección ha cambiado.'],
    nothingYet: ['Aquí todavía no hay nada publicado', 'Este es un servidor multimedia Sluice.'],
  },
  ru: {
    gone: ['Такой страницы нет', 'Канал удалён, или его адрес изменился.'],
    nothingYet: ['Здесь пока ничего не опубликовано', 'Это медиасервер Sluice.'],
  },
};

/** Browsers send `Accept-Language` in order of preference (RFC 9110). */
function languageOf(header: string): readonly [code: string, words: Words] {
  for (const range of header.split(',')) {
    const code = range.trim().slice(0, 2).toLowerCase();
    const found = Object.hasOwn(texts, code) ? texts[code] : undefined;
    if (found) return [code, found];
  }
  return ['en', english];
}

const STYLE = `html{color-scheme:dark;background:#101416;color:#e9eff0;font:1rem/1.5 system-ui,sans-serif}
body{margin:0;min-height:100vh;display:grid;place-content:center;justify-items:center;padding:24px;box-sizing:border-box;text-align:center}
h1{margin:0;font-size:1.25rem}p{margin:8px 0 0;color:#a3b1b6}`;

export const gonePageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
  'Cache-Control': 'no-store',
  Vary: 'Accept, Accept-Language',
} as const;

/** Start of the website. While none is published, a server with an interface redirects there instead. */
export const ROOT_PAGE = '/index.html';

interface PageRequest {
  readonly path: string;
  readonly accept: string | undefined;
  readonly languages: string | undefined;
}

/** Returns null for programs, and for paths that are not pages. */
export function renderNotFoundPage({ path, accept = '', languages = '' }: PageRequest): string | null {
  if (!accept.includes('text/html') || !path.endsWith('.html')) return null;
  const [language, { gone, nothingYet }] = languageOf(languages);
  const [title, text] = path === ROOT_PAGE ? nothingYet : gone;
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<style>${STYLE}</style></head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>
`;
}
