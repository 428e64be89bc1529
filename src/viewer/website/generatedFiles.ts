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

/** Changes when a start is announced, so that feed readers show the channel again. */
const entryId = ({ channel: { id, player } }: WebsitePage) =>
  `urn:uuid:${id}${player.startsAt === '' ? '' : `#${player.startsAt}`}`;

/** RFC 822, the format of `toUTCString`. */
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
  // `<` is escaped, as a core that does not know the type serves it as a page.
  return { path: `/${JSON_FEED_FILE}`, body: `${inScript(feed)}\n` };
}

export function feedFiles(pages: readonly WebsitePage[]): GeneratedFile[] {
  const [main] = pages;
  return main ? [rss(main, pages), jsonFeed(main, pages)] : [];
}

interface Site {
  address: string;
  settings: WebsiteSettings;
  channels: readonly ListedChannel[];
  current: string | null;
}

/** One page per listed channel, the main channel first. */
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

/** `template`: the rendered template, or null for our own. The main channel's page is written under two names. */
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

export function filesBeside(pages: readonly WebsitePage[]): GeneratedFile[] {
  const [main] = pages;
  return main ? [...notePages(main), ...feedFiles(pages)] : [];
}
