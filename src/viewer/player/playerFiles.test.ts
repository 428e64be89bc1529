// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { parseIngestMetadata } from '../../media/stored/metadata.ts';
import { type ChannelForViewers, channelForViewers } from './channelForViewers.ts';
import { imageOf, playerConfig } from './config.ts';
import { iframeCode } from './iframe.ts';
import { playerFiles } from './playerFiles.ts';

const ID = '3f6b1f0e-7d7e-4c55-9d64-2b6a4c1f9a10';
const ADDRESS = 'https://studio.example.com';

const aChannel = (stored: object = {}): ChannelForViewers => channelForViewers(ID, parseIngestMetadata(stored));
const studio = aChannel({
  meta: { name: 'Studio', description: 'All day', author: { name: 'Ada' } },
  license: 'CC BY-SA 4.0',
  player: { mute: true, other: 7, logo: { image: `/channels/${ID}/logo.png`, link: 'https://ada.example' } },
});

const written = (channel: ChannelForViewers, path: string) => {
  const file = playerFiles(channel, ADDRESS).find((candidate) => candidate.path === path);
  if (typeof file?.body !== 'string') throw new Error(`${path} is not written as a text`);
  return file.body;
};

it('the page is written before the files that describe it', () =>
  expect(playerFiles(studio, ADDRESS).map(({ path }) => path)).toEqual([
    `/${ID}.html`,
    `/channels/${ID}/oembed.json`,
    `/channels/${ID}/oembed.xml`,
    `/channels/${ID}/config.js`,
  ]));

it("config.js has all settings, also unknown ones, and the stream's address", () => {
  const script = written(studio, `/channels/${ID}/config.js`);
  const [, json = ''] = /^var playerConfig = (.*);\n$/s.exec(script) ?? [];
  expect(JSON.parse(json)).toEqual({
    player: 'videojs-public',
    autoplay: false,
    mute: true,
    other: 7,
    share: true,
    statistics: false,
    color: { seekbar: '#ffffff', buttons: '#ffffff' },
    ga: { account: '', name: '' },
    logo: { image: `channels/${ID}/logo.png`, position: 'top-left', link: 'https://ada.example/' },
    chromecast: false,
    airplay: false,
    source: `memfs/${ID}.m3u8`,
    poster: `memfs/${ID}.jpg`,
    page: `${ID}.html`,
    startsAt: '',
    license: {
      license: 'CC BY-SA 4.0',
      title: 'Studio',
      author: 'Ada',
      link: 'https://creativecommons.org/licenses/by-sa/4.0/',
      badge: 'by-sa',
    },
  });
});

it.each([
  ['', ''],
  [`/channels/${ID}/logo.png`, `channels/${ID}/logo.png`],
  [`http://old.example:8080/channels/${ID}/logo.png`, `channels/${ID}/logo.png`],
  ['https://cdn.example/logo.png', 'https://cdn.example/logo.png'],
  ['//evil.example/x.png', 'evil.example/x.png'],
  ['javascript:alert(1)', ''],
  ['/javascript:alert(1)', ''],
  ['data:image/svg+xml,<svg/>', ''],
])('the stored image %j becomes a safe address', (stored, expected) =>
  expect(imageOf({ id: ID }, stored)).toBe(expected),
);

it.each(['javascript:alert(1)', '/relative', 'example.com', 'data:text/html,x', ' jAvascript:1'])(
  'the logo has no link to %s',
  (link) => expect(playerConfig(aChannel({ player: { logo: { link } } })).logo.link).toBe(''),
);

it('a custom poster is used everywhere', () => {
  const channel = aChannel({ player: { poster: `/channels/${ID}/poster.png` } });
  expect(playerConfig(channel).poster).toBe(`channels/${ID}/poster.png`);
  expect(JSON.parse(written(channel, `/channels/${ID}/oembed.json`))).toMatchObject({
    thumbnail_url: `${ADDRESS}/channels/${ID}/poster.png`,
  });
});

it('oEmbed has the same fields in JSON and XML, in the established order', () => {
  const json = JSON.parse(written(studio, `/channels/${ID}/oembed.json`));
  expect(Object.keys(json).join(' ')).toBe(
    'version type title description author_name author_url provider_name provider_url license html width height thumbnail_url thumbnail_width thumbnail_height',
  );
  expect(json).toMatchObject({
    title: 'Studio',
    author_url: `${ADDRESS}/${ID}.html`,
    html: iframeCode(studio, ADDRESS),
    thumbnail_url: `${ADDRESS}/memfs/${ID}.jpg`,
  });
  const xml = written(studio, `/channels/${ID}/oembed.xml`);
  expect([...xml.matchAll(/<(\w+)>/g)].map(([, name]) => name).slice(1)).toEqual(Object.keys(json));
  expect(xml).toContain('<title>Studio</title>');
  expect(xml).toContain('&lt;iframe src=&quot;');
});

it('the page only loads relative addresses, so it works below any path', () => {
  const page = written(studio, `/${ID}.html`);
  const loaded = [...page.matchAll(/<(?:script src|link rel="(?:stylesheet|icon)" href)="([^"]*)"/g)].map(
    ([, at]) => at,
  );
  expect(loaded).toEqual([
    'player/videojs/dist/start.min.js',
    'favicon.ico',
    'player/videojs/dist/video-js.min.css',
    'player/videojs/dist/player.min.css',
    `channels/${ID}/config.js`,
    'player/videojs/dist/player.min.js',
    'player/videojs/dist/video.min.js',
  ]);
  expect(page).not.toMatch(/<script>|\son\w+=|\sstyle=/);
});

it.each([
  [{}, { source: `memfs/${ID}.m3u8`, poster: `memfs/${ID}.jpg`, autoplay: 'false' }],
  [
    { autoplay: true, poster: 'https://cdn.example/"x".jpg' },
    { autoplay: 'true', poster: 'https://cdn.example/%22x%22.jpg' },
  ],
])('the prefetch script gets its data for %j', (player, data) => {
  const page = new DOMParser().parseFromString(written(aChannel({ player }), `/${ID}.html`), 'text/html');
  const [first] = page.scripts;
  expect(first?.getAttribute('src')).toBe('player/videojs/dist/start.min.js');
  expect(first?.dataset).toMatchObject(data);
  // Runs before scripts that wait for the page.
  expect([first?.async, first?.defer]).toEqual([false, false]);
});

it.each([
  [{}, "script-src 'self'"],
  [{ airplay: true }, "script-src 'self'"],
  [{ chromecast: 'https://evil.example' }, "script-src 'self'"],
  [{ chromecast: true }, "script-src 'self' https://www.gstatic.com"],
])('the script policy of a page with %j', (player, scripts) => {
  const page = new DOMParser().parseFromString(written(aChannel({ player }), `/${ID}.html`), 'text/html');
  const policy = page.querySelector('meta[http-equiv]')?.getAttribute('content') ?? '';
  expect(policy.split('; ')[1]).toBe(scripts);
});

it.each([
  [{}, null],
  [{ ga: { name: 'Studio' } }, null],
  [{ ga: { account: 'UA-1234567-1' } }, null],
  [{ ga: { account: 'x"><script>alert(1)</script>; connect-src *' } }, null],
  [{ ga: { account: 'G-AB12CD34EF', name: '"><b>' } }, { account: 'G-AB12CD34EF', name: '"><b>', subject: 'Sluice' }],
])('a page with %j counts views with %j and only then may connect to Google', (player, counted) => {
  const page = new DOMParser().parseFromString(written(aChannel({ player }), `/${ID}.html`), 'text/html');
  const [script = null] = [...page.scripts].filter(({ src }) => src.endsWith('analytics.min.js'));
  expect(script && { ...script.dataset }).toEqual(counted);
  const policy = page.querySelector('meta[http-equiv]')?.getAttribute('content') ?? '';
  const foreign = counted ? ' https://www.google-analytics.com' : '';
  expect(policy.split('; ').filter((rule) => /^(script|connect)-src/.test(rule))).toEqual([
    "script-src 'self'",
    `connect-src 'self'${foreign}`,
  ]);
});

it.each([
  ['videojs-public', ['player.min.js', 'video.min.js']],
  ['videojs-internal', ['player.min.js', 'video.min.js']],
  ['clappr', ['player.min.js', 'clappr.min.js']],
])('a page with %s loads a single player', (player, scripts) => {
  const page = written(aChannel({ player: { player } }), `/${ID}.html`);
  expect([...page.matchAll(/\/([\w.]+\.js)" defer/g)].map(([, name]) => name).slice(1)).toEqual(scripts);
  expect(page.includes('video-js.min.css')).toBe(player !== 'clappr');
});

describe('hostile texts', () => {
  const hostile = `"'><script>alert(1)</script><!--{{x}}\${y}`;
  const channel = aChannel({
    meta: { name: hostile, description: hostile, author: { name: hostile } },
    license: hostile,
    player: { [hostile]: hostile, logo: { image: hostile, link: hostile } },
  });

  it.each(playerFiles(channel, ADDRESS))('stay text in $path', ({ path, body }) => {
    if (path.endsWith('.json')) expect(JSON.parse(String(body)).title).toBe(hostile);
    else expect(body).not.toMatch(/<script>|<!--/);
  });
});

describe('a channel with edges', () => {
  const edged = aChannel({ player: { delivery: 'https://edge.example/tv http://b.example' } });
  const sources = [`https://edge.example/tv/memfs/${ID}.m3u8`, `http://b.example/memfs/${ID}.m3u8`];
  const still = `https://edge.example/tv/memfs/${ID}.jpg`;

  it('takes stream and image from an edge and allows only the edges', () => {
    const page = written(edged, `/${ID}.html`);
    expect(page).toContain(`data-source="${sources.join(' ')}" data-poster="${still}"`);
    expect(page).toContain(`<meta property="og:image" content="${still}">`);
    expect(page).toContain(
      'media-src &#39;self&#39; https://edge.example http://b.example blob:; connect-src &#39;self&#39; https://edge.example http://b.example;',
    );
    const script = written(edged, `/channels/${ID}/config.js`);
    expect(script).toContain(`"poster":"${still}"`);
    expect(script).toContain(`"source":"${sources[0]}","sources":${JSON.stringify(sources)}`);
    expect(script).not.toContain('delivery');
    expect(written(edged, `/channels/${ID}/oembed.json`)).toContain(`"thumbnail_url":"${still}"`);
  });

  it('has one source in config.js for a single edge', () => {
    const channel = aChannel({ player: { delivery: 'https://edge.example/tv' } });
    expect(written(channel, `/channels/${ID}/config.js`)).toContain(`"source":"${sources[0]}","page"`);
  });

  it.each(['https://user:secret@edge.example', 'javascript:alert(1)', 'edge', 7])(
    'ignores the malformed edge %s',
    (delivery) => {
      const odd = aChannel({ player: { delivery } });
      expect(playerFiles(odd, ADDRESS)).toEqual(playerFiles(aChannel(), ADDRESS));
    },
  );
});
