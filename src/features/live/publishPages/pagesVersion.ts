import { hashOf } from '../../../media/stored/hashOf.ts';
import { parseIngestMetadata } from '../../../media/stored/metadata.ts';
import { channelForViewers } from '../../../viewer/player/channelForViewers.ts';
import { playerFiles } from '../../../viewer/player/playerFiles.ts';
import { filesBeside, pageFiles, pagesOf } from '../../../viewer/website/generatedFiles.ts';
import { parseWebsiteSettings } from '../../../viewer/website/settings.ts';

const ADDRESS = 'https://sample.invalid';

const samples = [
  {},
  {
    meta: { name: 'n', description: 'd', author: { name: 'a', description: 'b' } },
    license: 'CC BY 4.0',
    player: {
      ...{ player: 'clappr', autoplay: true, mute: true, statistics: true, chromecast: true, airplay: true },
      ...{ color: { seekbar: '#010203', buttons: '#040506' }, startsAt: '2030-01-01T00:00:00Z' },
      ...{ delivery: 'https://e.invalid', ga: { account: 'G-SAMPLE', name: 'n' } },
      ...{ logo: { image: '/l.png', link: 'https://l.invalid' }, poster: '/p.png' },
    },
  },
].map((stored, i) => ({ ...channelForViewers(`sample-${i}`, parseIngestMetadata(stored)), egresses: [] }));

/** Returns a hash of sample pages and the library, which changes with every byte of the output. */
export function pagesVersion(library: string): string {
  const settings = parseWebsiteSettings({ imprint: 'i', terms: '<b>t</b>' });
  const pages = pagesOf({ address: ADDRESS, settings, channels: samples, current: null });
  const files = [
    ...samples.flatMap((channel) => playerFiles(channel, ADDRESS)),
    ...pages.flatMap((page) => pageFiles(page, null)),
    ...filesBeside(pages),
  ];
  return hashOf(JSON.stringify([library, files]));
}
