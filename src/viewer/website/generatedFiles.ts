import type { GeneratedFile } from '../webRootFilePaths.ts';
import { feedFiles } from './feedFiles.ts';
import { defaultPage, notePages } from './page.ts';
import { pageData, shell } from './sandboxedPage.ts';
import { bringsMarkup, type WebsiteSettings } from './settings.ts';
import { channelOrder, type ListedChannel, pageFile, type WebsitePage } from './templateData.ts';
import { MAIN_FILE } from './websiteFileNames.ts';

interface Site {
  address: string;
  settings: WebsiteSettings;
  channels: readonly ListedChannel[];
  /** The channel that is selected in the interface. */
  current: string | null;
}

/** One page for each listed channel, the main channel's first; none where there is no channel. */
export function pagesOf({ address, settings, channels, current }: Site): WebsitePage[] {
  const { main, listed } = channelOrder(settings, channels, current);
  if (!main) return [];
  return [main, ...listed.filter((channel) => channel !== main)].map((channel) => ({
    address,
    file: channel === main ? MAIN_FILE : pageFile(channel),
    settings,
    channel,
    channels: listed,
  }));
}

/**
 * The files of one page. `template`: what the operator's template made of it, null for our own. The main channel's page
 * is there under both names.
 */
export function pageFiles(page: WebsitePage, template: string | null): GeneratedFile[] {
  const own = `/${pageFile(page.channel)}`;
  const paths = page.file === MAIN_FILE ? [`/${MAIN_FILE}`, own] : [own];
  if (template === null && !bringsMarkup(page.settings)) {
    const body = defaultPage(page, 'alone');
    return paths.map((path) => ({ path, body }));
  }
  const body = shell(page);
  return [pageData(page.channel.id, template ?? defaultPage(page, 'framed')), ...paths.map((path) => ({ path, body }))];
}

/** What there is beside the pages of channels: imprint, terms and feeds. `pages`: all of them, as `pagesOf` answers. */
export function filesBeside(pages: readonly WebsitePage[]): GeneratedFile[] {
  const [main] = pages;
  return main ? [...notePages(main), ...feedFiles(pages)] : [];
}
