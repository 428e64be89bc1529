import { expect, it } from 'vitest';
import { parsePlayerSettings } from './settings.ts';

const defaults = {
  player: 'videojs-public',
  autoplay: false,
  mute: false,
  share: true,
  statistics: false,
  color: { seekbar: '#ffffff', buttons: '#ffffff' },
  ga: { account: '', name: '' },
  logo: { image: '', position: 'top-left', link: '' },
  chromecast: false,
  airplay: false,
  poster: '',
  startsAt: '',
  delivery: '',
};

const withColor = (seekbar: string, buttons: string) => ({ ...defaults, color: { seekbar, buttons } });

it.each([
  ['nothing', undefined, defaults],
  ['an empty object', {}, defaults],
  ['a value that is not an object', [1], defaults],
  [
    'a part',
    { mute: true, logo: { link: 'https://x' } },
    { ...defaults, mute: true, logo: { ...defaults.logo, link: 'https://x' } },
  ],
  ['wrong kinds', { autoplay: 'yes', logo: { position: 'middle' }, color: 3, player: 'flash', startsAt: 5 }, defaults],
  ['a color of another form', { color: { seekbar: 'F00', buttons: 'red' } }, withColor('#ff0000', '#ffffff')],
  ['no share button', { share: false }, { ...defaults, share: false }],
  [
    'an account that is not a text',
    { ga: { account: [7], name: 'n' } },
    { ...defaults, ga: { account: '', name: 'n' } },
  ],
  ['the second player', { player: 'clappr' }, { ...defaults, player: 'clappr' }],
  ['an edge', { delivery: ' https://e.example/ ' }, { ...defaults, delivery: 'https://e.example' }],
  ['a start', { startsAt: '2030-01-02T18:00:00Z' }, { ...defaults, startsAt: '2030-01-02T18:00:00Z' }],
  [
    'a start elsewhere',
    { startsAt: '2030-01-02T18:00:00+02:00' },
    { ...defaults, startsAt: '2030-01-02T18:00:00+02:00' },
  ],
  ['a start that is nowhere', { startsAt: '2030-01-02T18:00:00' }, defaults],
  ['a start on no day', { startsAt: '2030-13-01T18:00:00Z' }, defaults],
  [
    'unknown keys',
    { other: true, logo: { size: 3 }, ga: { size: 3 } },
    { ...defaults, other: true, logo: { ...defaults.logo, size: 3 }, ga: { ...defaults.ga, size: 3 } },
  ],
])('player settings parsed from %s', (_, stored, expected) => expect(parsePlayerSettings(stored)).toEqual(expected));
