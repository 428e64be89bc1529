import { expect, it } from 'vitest';
import { parsePlayerSettings } from './settings.ts';

const defaults = {
  autoplay: false,
  mute: false,
  statistics: false,
  color: { seekbar: '#ffffff', buttons: '#ffffff' },
  ga: { account: '', name: '' },
  logo: { image: '', position: 'top-left', link: '' },
  chromecast: false,
  airplay: false,
  poster: '',
};

it.each([
  ['nothing', undefined, defaults],
  ['an empty object', {}, defaults],
  ['what it is not', [1], defaults],
  [
    'a part',
    { mute: true, logo: { link: 'https://x' } },
    { ...defaults, mute: true, logo: { ...defaults.logo, link: 'https://x' } },
  ],
  ['wrong kinds', { autoplay: 'yes', logo: { position: 'middle' }, color: 3 }, defaults],
  [
    'unknown keys',
    { share: true, logo: { size: 3 } },
    { ...defaults, share: true, logo: { ...defaults.logo, size: 3 } },
  ],
])('%s', (_, stored, expected) => expect(parsePlayerSettings(stored)).toEqual(expected));
