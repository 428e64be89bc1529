const COMPLETE = ['en', 'de'];
/** Languages with the most-read pages only. */
const PARTLY = ['fr', 'it', 'pt', 'es', 'ru'];
const READ_MOST = ['main', 'publication', 'wizard', 'alarms'];

/** Folder of a built help page; English without a translation. */
export function helpFolder(language: string, page: string): string {
  const isTranslated = COMPLETE.includes(language) || (PARTLY.includes(language) && READ_MOST.includes(page));
  return `help/${isTranslated ? language : 'en'}`;
}
