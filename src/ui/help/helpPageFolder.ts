/** Languages in which all pages of docs/help are. */
const COMPLETE = ['en', 'de'];
/** Others have those pages that are read most. */
const PARTLY = ['fr', 'it', 'pt', 'es', 'ru'];
const READ_MOST = ['main', 'publication', 'wizard', 'alarms'];

/** Where the build has put a page of docs/help, beside the interface: a folder, in English where there is no translation. */
export function helpFolder(language: string, page: string): string {
  const known = COMPLETE.includes(language) || (PARTLY.includes(language) && READ_MOST.includes(page));
  return `help/${known ? language : 'en'}`;
}
