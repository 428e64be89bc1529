import { analyticsOf, analyticsScript } from '../analytics.ts';
import { html, raw } from '../markup.ts';
import { CLAPPR, type GeneratedFile, LIBRARY } from '../webRootFilePaths.ts';
import type { ChannelForViewers } from './channelForViewers.ts';
import { configFile, playerConfig } from './config.ts';
import { policyOf } from './contentSecurityPolicy.ts';
import { HEIGHT, playerAddress, WIDTH } from './iframe.ts';
import { oembedJson, oembedPath, oembedXml, posterAddress } from './oembed.ts';

export function playerPage(channel: ChannelForViewers, address: string): GeneratedFile {
  const { id, name, description, author } = channel;
  const page = playerAddress(channel, address);
  const title = name === '' ? 'Sluice' : name;
  const { source, sources = [source], poster, autoplay, player } = playerConfig(channel);
  const isClappr = player === 'clappr';
  const analytics = analyticsOf(channel.player.ga);
  const body = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(channel.player, analytics !== null)}">
<script src="${LIBRARY}start.min.js" data-source="${sources.join(' ')}" data-poster="${poster}" data-autoplay="${String(autoplay)}"></script>
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<meta name="theme-color" content="#000000">
<meta name="description" content="${description}">
<meta name="author" content="${author.name}">
<meta property="og:type" content="video.other">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${page}">
<meta property="og:image" content="${posterAddress(channel, address)}">
<meta property="og:video:url" content="${page}">
<meta property="og:video:type" content="text/html">
<meta property="og:video:width" content="${WIDTH}">
<meta property="og:video:height" content="${HEIGHT}">
<link rel="icon" href="favicon.ico">
${isClappr ? raw('') : html`<link rel="stylesheet" href="${LIBRARY}video-js.min.css">\n`}<link rel="stylesheet" href="${LIBRARY}player.min.css">
<link rel="alternate" type="application/json+oembed" href="${address}/${oembedPath(channel, 'json')}" title="${title}">
<link rel="alternate" type="text/xml+oembed" href="${address}/${oembedPath(channel, 'xml')}" title="${title}">
<script src="channels/${id}/config.js" defer></script>
<script src="${LIBRARY}player.min.js" defer></script>
<script src="${isClappr ? CLAPPR : `${LIBRARY}video.min.js`}" defer></script>
${analyticsScript(analytics, title)}</head>
<body class="watch">
<main>
<div id="player" class="watch-player"><noscript>This player needs JavaScript.</noscript></div>
<div class="watch-about">
<h1>${title}</h1>
${author.name === '' ? raw('') : html`<p class="watch-author">${author.name}</p>\n`}${
  description === '' ? raw('') : html`<p class="watch-text">${description}</p>\n`
}</div>
</main>
</body>
</html>
`;
  return { path: `/${id}.html`, body: body.markup };
}

/** All files of a channel in the order of writing. */
export const playerFiles = (channel: ChannelForViewers, address: string): GeneratedFile[] => [
  playerPage(channel, address),
  oembedJson(channel, address),
  oembedXml(channel, address),
  configFile(channel),
];
