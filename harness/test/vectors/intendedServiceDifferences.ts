import { withCredentials } from '../../../src/media/address/addressProtocol.ts';
import { group, isGroup, text } from './case.ts';
import { type Difference, rewriteEverywhere } from './rewriteExpectation.ts';

/** Text parameters of SRT, the one service that stores numbers as numbers. */
const TEXTS = ['streamid', 'passphrase', 'iptos', 'pbkeylen'];

const shortest = (figure: string) => (/^-?\d+(?:\.\d+)?$/.test(figure) ? String(Number(figure)) : figure);

const inQuery = (address: string) =>
  address.replace(/(?<=[?&])([^=&]+)=([^&]*)/g, (pair, name, value) =>
    TEXTS.includes(name) ? pair : `${name}=${shortest(value)}`,
  );

export const intendedServiceDifferences: Difference[] = [
  {
    reason: 'newer ingest points of Twitch are whole host names',
    about: 'twitch',
    rewrite: (expected) =>
      rewriteEverywhere(expected, (part) =>
        typeof part === 'string' ? part.replace('.live-video.net.twitch.tv/', '.live-video.net/') : part,
      ),
  },
  {
    reason: 'a number is written as shortly as it can be: 3000 for 03000, 2.5 for 2.50',
    about: 'srt',
    rewrite: (expected: unknown) =>
      rewriteEverywhere(expected, (part) =>
        isGroup(part) && typeof part.address === 'string' ? { ...part, address: inQuery(part.address) } : part,
      ),
  },
  {
    reason: 'half a login is sent as it was typed: without it the server asks for one, and nobody sees why',
    about: 'red5',
    rewrite: (expected, { given }) => {
      const settings = group(group(given).settings);
      const [username, password] = [text(settings.username), text(settings.password)];
      if ((username === '') === (password === '')) return expected;
      return rewriteEverywhere(expected, (part) =>
        isGroup(part) && typeof part.address === 'string' && !part.address.includes('@')
          ? { ...part, address: withCredentials(part.address, username, password) }
          : part,
      );
    },
  },
  {
    reason: 'each header ends with a line break of its own, or the next one is taken for a part of it',
    about: 'hls',
    rewrite: (expected) =>
      rewriteEverywhere(expected, (part) =>
        Array.isArray(part)
          ? part.map((word, i) =>
              part[i - 1] === '-headers' ? `${String(word).trim().split(/\r?\n/).join('\r\n')}\r\n` : word,
            )
          : part,
      ),
  },
];
