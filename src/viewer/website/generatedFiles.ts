import { html, inScript, type Markup, raw } from '../markup.ts';
import { posterAddress } from '../player/oembed.ts';
import type { GeneratedFile } from '../webRootFilePaths.ts';
import { defaultPage, notePages } from './page.ts';
import { pageData, shell } from './sandboxedPage.ts';
import { bringsMarkup, type WebsiteSettings } from './settings.ts';
import {
  channelOrder,
  JSON_FEED_FILE,
  type ListedChannel,
  MAIN_FILE,
  pageAddress,
  pageFile,
  RSS_FILE,
  type WebsitePage,
} from './templateData.ts';

const titleOf = ({ settings, channel }: WebsitePage) => (settings.title === '' ? channel.name : settings.title);

const aboutSite = ({ settings, channel }: WebsitePage) =>
  settings.description === '' ? channel.description : settings.description;

/** Another one once a start is announced: a reader shows the channel again then. */
const entryId = ({ channel: { id, player } }: WebsitePage) =>
  `urn:uuid:${id}${player.startsAt === '' ? '' : `#${player.startsAt}`}`;

/** As RFC 822 has it, which is how this standard function writes it in every browser. */
const rssDate = (startsAt: string) => new Date(startsAt).toUTCString();

const rssItem = (page: WebsitePage): Markup => {
  const { address, channel } = page;
  const { startsAt } = channel.player;
  return html`    <item>
      <title>${channel.name}</title>
      <link>${pageAddress(page)}</link>
      <guid isPermaLink="false">${entryId(page)}</guid>
      <description>${channel.description}</description>
${startsAt === '' ? raw('') : html`      <pubDate>${rssDate(startsAt)}</pubDate>\n`}      <media:thumbnail url="${posterAddress(channel, address)}"/>
    </item>
`;
};

function rss(main: WebsitePage, pages: readonly WebsitePage[]): GeneratedFile {
  const { address } = main;
  const { markup } = html`<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">
  <channel>
    <title>${titleOf(main)}</title>
    <link>${address}/</link>
    <description>${aboutSite(main)}</description>
    <atom:link href="${address}/${RSS_FILE}" rel="self" type="application/rss+xml"/>
${pages.map(rssItem)}  </channel>
</rss>
`;
  return { path: `/${RSS_FILE}`, body: markup };
}

function jsonFeed(main: WebsitePage, pages: readonly WebsitePage[]): GeneratedFile {
  const { address } = main;
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    ...{ title: titleOf(main), home_page_url: `${address}/`, feed_url: `${address}/${JSON_FEED_FILE}` },
    ...(aboutSite(main) === '' ? {} : { description: aboutSite(main) }),
    items: pages.map((page) => ({
      ...{ id: entryId(page), url: pageAddress(page), title: page.channel.name },
      ...{ content_text: page.channel.description, image: posterAddress(page.channel, address) },
      ...(page.channel.player.startsAt === '' ? {} : { date_published: page.channel.player.startsAt }),
      ...(page.channel.author.name === '' ? {} : { authors: [{ name: page.channel.author.name }] }),
    })),
  };
  // A core that knows no type for it serves it as a page.
  return { path: `/${JSON_FEED_FILE}`, body: `${inScript(feed)}\n` };
}

/** All channels of the website for readers of feeds; none where there is no page. */
export function feedFiles(pages: readonly WebsitePage[]): GeneratedFile[] {
  const [main] = pages;
  return main ? [rss(main, pages), jsonFeed(main, pages)] : [];
}

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
