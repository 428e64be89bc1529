import { describe, expect, it } from 'vitest';
import { bringsMarkup, colorOf, parseWebsiteSettings } from './settings.ts';

const defaults = {
  player: 'videojs',
  playersite: true,
  channelid: 'current',
  channel_list: null,
  title: '',
  headline: '',
  description: '',
  logo: '',
  banner: '',
  share: true,
  ga: { account: '', name: '' },
  support: true,
  chromecast: false,
  airplay: false,
  template: '!default',
  templatename: '',
  textcolor_title: 'rgba(255,255,255,1)',
  textcolor_default: 'rgba(230,230,230,1)',
  textcolor_link: 'rgba(230,230,230,1)',
  textcolor_link_hover: 'rgba(255,255,255,1)',
  bgcolor_default: 'rgba(56,56,56,1)',
  bgcolor_selected: 'rgba(0,0,0,.15)',
  bgcolor_unselected: 'rgba(255,255,255,.05)',
  bgcolor_header: 'rgba(44,44,44,1)',
  hrcolor: 'rgba(102,102,102,1)',
  bgimage_url: '',
  inject1: '',
  inject2: '',
  inject3: '',
  inject4: '',
  imprint: '',
  terms: '',
};

it.each([
  ['nothing', undefined, defaults],
  ['a value that is not an object', 'on', defaults],
  ['names of 1.0.0', { titel: 'Old', textcolor_titel: '#abc' }, { title: 'Old', textcolor_title: '#abc' }],
  ['both names', { titel: 'Old', title: 'New' }, { title: 'New' }],
  ['another release', { playersite: false, more: 'x' }, { playersite: false, more: 'x' }],
  ['channels', { channel_list: ['a', 'b'] }, { channel_list: ['a', 'b'] }],
  ['invalid channels', { channel_list: [1, 'b', null] }, { channel_list: ['b'] }],
  ['only invalid channels', { channel_list: [1] }, { channel_list: [] }],
  ['an invalid color', { hrcolor: 'red;}' }, { hrcolor: defaults.hrcolor }],
])('website settings parsed from %s', (_, stored, expected) =>
  expect(parseWebsiteSettings(stored)).toMatchObject(expected),
);

it.each([
  ['rgba(0,0,0,.15)', 'rgba(0,0,0,.15)'],
  [' RGB(10%, 20%, 30%) ', 'rgb(10%, 20%, 30%)'],
  ['rgb(1 2 3 / 50%)', 'rgb(1 2 3 / 50%)'],
  ['hsl(120deg,50%,50%)', 'hsl(120deg,50%,50%)'],
  ['#FFF', '#fff'],
  ['#12345678', '#12345678'],
  ['transparent', 'transparent'],
  ['', null],
  ['#12345', null],
  ['rgba(0,0)', null],
  ['url(x)', null],
  ['var(--x)', null],
  ['red}', null],
])('the color %j is normalized or rejected', (text, expected) => expect(colorOf(text)).toBe(expected));

describe("the operator's own markup", () => {
  it.each([
    [{}, false],
    [{ imprint: 'Text & more, 3 > 2\nand lines' }, false],
    [{ inject1: ' \n' }, false],
    [{ template: 'mine' }, true],
    [{ inject3: 'x' }, true],
    // Sanitized, so no frame is needed.
    [{ imprint: '<b>x</b>', terms: '&copy; me' }, false],
  ])('in %j needs a frame: %s', (stored, expected) =>
    expect(bringsMarkup(parseWebsiteSettings(stored))).toBe(expected),
  );
});
