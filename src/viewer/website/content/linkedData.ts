import { licenseOf } from '../../../media/stored/licenses.ts';
import { html, inScript, type Markup, raw } from '../../markup.ts';
import { playerAddress } from '../../player/iframe.ts';
import { posterAddress } from '../../player/oembed.ts';
import type { WebsitePage } from '../templateData.ts';
import { pageAddress } from './websiteFileNames.ts';

/** What schema.org calls a live broadcast, for search engines. Data, and no script: no browser runs it. */
export function linkedData(page: WebsitePage): Markup {
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
