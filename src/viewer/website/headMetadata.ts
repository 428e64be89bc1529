import { licenseOf } from '../../media/stored/licenses.ts';
import { html, inScript, type Markup, raw } from '../markup.ts';
import { HEIGHT, playerAddress, WIDTH } from '../player/iframe.ts';
import { oembedPath, posterAddress } from '../player/oembed.ts';
import type { WebsitePage } from './templateData.ts';
import { JSON_FEED_FILE, pageAddress, RSS_FILE } from './templateData.ts';

/** A schema.org broadcast for search engines, as data that browsers do not run. */
function linkedData(page: WebsitePage): Markup {
  const { address, settings, channel } = page;
  const { name, description, license, player } = channel;
  const link = licenseOf(license)?.link ?? null;
  const start = player.startsAt === '' ? {} : { startDate: player.startsAt };
  const own = pageAddress(page);
  const stream = playerAddress(channel, address);
  const event = {
    '@context': 'https://schema.org',
    '@type': 'BroadcastEvent',
    ...{ name, description, url: own, image: posterAddress(channel, address), isLiveBroadcast: true },
    ...start,
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    location: { '@type': 'VirtualLocation', url: own },
    broadcastOfEvent: { '@type': 'Event', name, url: own, ...start },
    publishedOn: {
      '@type': 'BroadcastService',
      name: settings.title === '' ? name : settings.title,
      url: `${address}/`,
    },
    workPerformed: {
      '@type': 'VideoObject',
      ...{ name, description, embedUrl: stream, thumbnailUrl: posterAddress(channel, address) },
      ...(link === null ? {} : { license: link }),
    },
  };
  return html`<script type="application/ld+json">${raw(inScript(event))}</script>`;
}

/** `framed`: in a frame that contains the operator's markup. */
export type FrameMode = 'alone' | 'framed';

export function machineHead(page: WebsitePage): Markup {
  const { address, settings, channel } = page;
  const { name, author } = channel;
  const description = channel.description === '' ? settings.description : channel.description;
  const title = name === settings.title || settings.title === '' ? name : `${name} · ${settings.title}`;
  const site = settings.title === '' ? name : settings.title;
  const own = pageAddress(page);
  const player = playerAddress(channel, address);
  const poster = posterAddress(channel, address);
  const oembed = (kind: 'json' | 'xml') => `${address}/${oembedPath(channel, kind)}`;
  const og: readonly (readonly [string, string | number])[] = [
    ['og:site_name', site],
    ['og:url', own],
    ['og:title', name],
    ['og:description', description],
    ['og:image', poster],
    ['og:image:width', WIDTH],
    ['og:image:height', HEIGHT],
    ['og:type', 'video.other'],
    ['og:video:url', player],
    ...(player.startsWith('https:') ? [['og:video:secure_url', player] as const] : []),
    ['og:video:type', 'text/html'],
    ['og:video:width', WIDTH],
    ['og:video:height', HEIGHT],
  ];
  const named: readonly (readonly [string, string | number])[] = [
    ['description', description],
    ['author', author.name],
    ['twitter:card', 'player'],
    ['twitter:url', own],
    ['twitter:title', name],
    ['twitter:description', description],
    ['twitter:image', poster],
    ['twitter:player', player],
    ['twitter:player:width', WIDTH],
    ['twitter:player:height', HEIGHT],
  ];
  return html`<meta charset="utf-8">
    <title>${title}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    ${named.map(([key, value]) => html`<meta name="${key}" content="${value}">\n    `)}
    ${og.map(([key, value]) => html`<meta property="${key}" content="${value}">\n    `)}
    <link rel="canonical" href="${own}">
    <link rel="image_src" href="${poster}">
    <link rel="alternate" type="application/json+oembed" href="${oembed('json')}" title="${name}">
    <link rel="alternate" type="text/xml+oembed" href="${oembed('xml')}" title="${name}">
    <link rel="alternate" type="application/rss+xml" href="${RSS_FILE}" title="${site}">
    <link rel="alternate" type="application/feed+json" href="${JSON_FEED_FILE}" title="${site}">
    <link rel="icon" href="favicon.ico">
    ${linkedData(page)}`;
}
