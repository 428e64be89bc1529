import { expect, it } from 'vitest';
import { services } from '../../../catalog/services/index.ts';
import { findResembling } from './findResembling.ts';
import { offerIn } from './serviceOffer.ts';

it.each([
  ['youtube', 'youtube'],
  ['rtmps', 'rtmp'],
  ['custom', 'rtmp'],
  ['tiktok', 'rtmp'],
  ['zoom', 'rtmp'],
  ['twich', 'twitch'],
  ['twtich', 'twitch'],
  ['Twittch', 'twitch'],
  ['yuotube', 'youtube'],
  ['you tube', 'youtube'],
  ['facebok', 'facebook'],
  ['icecats', 'icecast'],
  ['recoding', 'recording'],
  ['radio', 'icecast'],
  ['file', 'recording'],
  ['webrtc', 'whip'],
])('the fuzzy search for "%s" finds the service %s', (typed, id) => {
  const [first] = offerIn(services, 'all', typed, [], findResembling);
  expect(first?.offered.map((offer) => offer.id)).toContain(id);
});

it.each(['', ' ', 'qqqqqq', '?', '*', '\\', 'x'.repeat(5000)])(
  'the fuzzy search finds no similar name for %.10j',
  (typed) => expect(findResembling([['twitch'], ['youtube']], typed)).toEqual([]),
);
