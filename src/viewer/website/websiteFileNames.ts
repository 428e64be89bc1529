import type { WebsitePage } from './templateData.ts';

/** Files of the website beside the pages of its channels, below the web root. */
export const RSS_FILE = 'playersite/feed.xml';
export const JSON_FEED_FILE = 'playersite/feed.json';
export const MAIN_FILE = 'index.html';

/** What an operator may have to say in public; each has a page of its own, and a dialog on all others. */
export const NOTES = ['imprint', 'terms'] as const;
export type Note = (typeof NOTES)[number];

/** No channel is called so: their ids are UUIDs. */
export const noteFile = (note: Note) => `playersite_${note}.html`;

/** The address of a page for those who do not see it in a browser. The first one is what stands at the root. */
export const addressOfFile = (address: string, file: string) => `${address}/${file === MAIN_FILE ? '' : file}`;

export const pageAddress = ({ address, file }: Pick<WebsitePage, 'address' | 'file'>) => addressOfFile(address, file);
