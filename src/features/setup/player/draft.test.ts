import { describe, expect, it } from 'vitest';
import { parseIngestMetadata } from '../../../media/stored/metadata.ts';
import { channelForViewers } from '../../../viewer/player/channelForViewers.ts';
import { parsePlayerSettings } from '../../../viewer/player/settings.ts';
import { playerDraftOf, playerFaultsOf, playerWith, uploadOf } from './draft.ts';
import type { PlayerDraft } from './slice.ts';
import { previewConfig } from './ViewerPreview.tsx';

const draft = (stored: object = {}) => playerDraftOf(parsePlayerSettings(stored));

describe('stored player settings', () => {
  const odd = {
    theirs: { deep: [1] },
    autoplay: 'yes',
    color: { seekbar: 'red', theirs: 1 },
    logo: { size: 3 },
    startsAt: 'soon',
    mute: true,
  };

  it.each([
    ['empty settings', {}, (draft: PlayerDraft) => draft],
    ['malformed settings', odd, (draft: PlayerDraft) => draft],
    ['an entry that was typed and removed', { poster: '' }, (draft: PlayerDraft) => ({ ...draft, poster: '/x.png' })],
  ])('stay byte for byte without a change: %s', (_, stored, edited) =>
    expect(JSON.stringify(playerWith(stored, edited(draft(stored))))).toBe(JSON.stringify(stored)),
  );

  it.each<[string, object, Partial<PlayerDraft>, object]>([
    ['a switch', odd, { statistics: true }, { ...odd, statistics: true }],
    ['a stored switch', odd, { mute: false }, { ...odd, mute: false }],
    [
      'one color, which also corrects an invalid one',
      odd,
      { color: { seekbar: '', buttons: '#37C871 ' } },
      { ...odd, color: { seekbar: '#ffffff', theirs: 1, buttons: '#37c871' } },
    ],
    [
      'a chosen white',
      {},
      { color: { seekbar: '#FFF', buttons: '' } },
      { color: { seekbar: '#fefefe', buttons: '#ffffff' } },
    ],
    [
      'the link of a logo',
      odd,
      { logo: { image: '', position: 'top-left', link: ' https://x.example' } },
      { ...odd, logo: { size: 3, image: '', position: 'top-left', link: 'https://x.example' } },
    ],
    ['a poster', {}, { ownPoster: true, poster: ' /x.png ' }, { poster: '/x.png' }],
    ['a removed poster', { poster: '/x.png' }, { ownPoster: false }, { poster: '' }],
    ['a player', {}, { player: 'clappr' }, { player: 'clappr' }],
    ['no share button', {}, { share: false }, { share: false }],
    [
      'an analytics id',
      { ga: { account: 'UA-1-1', name: 'a', old: 1 } },
      { ga: { account: ' G-AB12CD34EF ', name: 'b ' } },
      { ga: { account: 'G-AB12CD34EF', name: 'b', old: 1 } },
    ],
    ['an edge', odd, { delivery: ' https://edge.example/ ' }, { ...odd, delivery: 'https://edge.example' }],
    ['a start', odd, { startsAt: '2026-12-24T18:00:00Z' }, { ...odd, startsAt: '2026-12-24T18:00:00Z' }],
  ])('change only in the fields of the draft that changed: %s', (_, stored, changed, expected) =>
    expect(playerWith({ ...stored }, { ...draft(stored), ...changed })).toEqual(expected),
  );
});

const logo = { image: '', position: 'top-left', link: '' } as const;
const white = { seekbar: '#ffffff', buttons: '#ffffff' };

it.each<[Partial<PlayerDraft>, string[]]>([
  [{ logo: { ...logo, link: '' } }, []],
  [{ logo: { ...logo, link: 'https://x.example' } }, []],
  [{ logo: { ...logo, link: 'x.example' } }, ['logo.link']],
  [{ delivery: 'https://a.example http://b.example:8080' }, []],
  [{ delivery: 'a.example' }, ['delivery']],
  [{ ga: { account: ' g-ab12cd34ef ', name: '' } }, []],
  [{ ga: { account: '', name: 'Studio' } }, []],
  [{ ga: { account: 'UA-1234-1', name: '' } }, ['ga.account']],
  [{ ga: { account: 'G-1"><script>', name: '' } }, ['ga.account']],
  [{ logo: { ...logo, link: 'javascript:alert(1)' } }, ['logo.link']],
  [{ logo: { ...logo, image: '/channels/x/logo.png' } }, []],
  [{ logo: { ...logo, image: 'https://x.example/logo.png' } }, []],
  [{ logo: { ...logo, image: 'data:image/png;base64,A' } }, ['logo.image']],
  [{ ownPoster: true, poster: '/channels/x/poster.png' }, []],
  [{ ownPoster: true, poster: 'javascript:alert(1)' }, ['poster']],
  [{ ownPoster: true, poster: ' ' }, ['poster']],
  [{ ownPoster: false, poster: 'javascript:alert(1)' }, []],
  [{ color: { ...white, seekbar: '37c871' } }, []],
  [{ color: { seekbar: 'red;}', buttons: 'blue' } }, ['color.seekbar', 'color.buttons']],
  [{ color: { seekbar: '', buttons: ' ' } }, []],
])('the player form finds the faults of %j', (changed, faults) =>
  expect(Object.keys(playerFaultsOf({ ...draft(), ...changed }, draft()))).toEqual(faults),
);

it('the player form accepts any analytics id that is already stored', () => {
  const before = draft({ ga: { account: 'UA-1234-1', name: '' } });
  expect(playerFaultsOf({ ...before, mute: true }, before)).toEqual({});
  expect(Object.keys(playerFaultsOf({ ...before, ga: { account: 'UA-1', name: '' } }, before))).toEqual(['ga.account']);
});

const upload = { path: '/channels/x/poster.gif', body: new Blob() };

it.each<[string, Partial<PlayerDraft>, boolean]>([
  ['is used while chosen', { ownPoster: true, poster: upload.path }, true],
  ['is not used after another address was entered', { ownPoster: true, poster: '/x.png' }, false],
  ['is not used while the snapshot is chosen', { ownPoster: false, poster: upload.path }, false],
])('an upload of a poster %s', (_, changed, inForce) =>
  expect(uploadOf({ ...draft(), ...changed, uploads: { logo: null, poster: upload } }, 'poster') === upload).toBe(
    inForce,
  ),
);

describe('the preview of a draft', () => {
  const channel = channelForViewers('x', parseIngestMetadata({ player: { theirs: 1, mute: true } }));
  const none = { logo: null, poster: null };

  it.each([
    ['the snapshot', {}, { picked: none, snapshot: true }, 'memfs/x.jpg'],
    ['no image while there is no snapshot', {}, { picked: none, snapshot: false }, ''],
    ['a poster', { ownPoster: true, poster: '/p.png' }, { picked: none, snapshot: false }, 'p.png'],
    [
      'a picked image',
      { ownPoster: true, poster: upload.path },
      { picked: { logo: null, poster: 'blob:1' }, snapshot: true },
      'blob:1',
    ],
  ])('starts with %s', (_, changed, images, poster) =>
    expect(previewConfig(channel, { ...playerDraftOf(channel.player), ...changed }, images).poster).toBe(poster),
  );

  it('includes unsaved changes and settings without a field', () =>
    expect(
      previewConfig(
        channel,
        { ...playerDraftOf(channel.player), statistics: true },
        { picked: { logo: 'blob:2', poster: null }, snapshot: true },
      ),
    ).toMatchObject({ theirs: 1, mute: true, statistics: true, logo: { image: 'blob:2' } }));
});
