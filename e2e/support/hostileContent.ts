import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Core } from '../../src/api/client.ts';
import { ingestId, METADATA_KEY } from '../../src/api/processIds.ts';
import type { AllowedError } from './browser/pageErrors.ts';

/** Adds a channel for each text, stored in all of its fields. Returns their ids in order. */
export async function addChannelsSaying(core: Core, texts: readonly string[]): Promise<string[]> {
  const channels: string[] = [];
  for (const text of texts) {
    const channel = randomUUID();
    channels.push(channel);
    const id = ingestId(channel);
    await core.processAdd({
      body: {
        ...{ id, type: 'ffmpeg', reference: channel, options: [], reconnect: false, autostart: false },
        input: [{ id: 'input_0', address: '/nothing.ts', options: [] }],
        output: [{ id: 'output_0', address: '-', options: ['-f', 'null'] }],
        ...{ reconnect_delay_seconds: 0, stale_timeout_seconds: 0 },
      },
    });
    const meta = { name: text, description: text, author: { name: text, description: text } };
    const player = { poster: text, logo: { image: text, link: text }, color: { buttons: text } };
    // Imported channels get a generated player page without further actions.
    const body = { version: 1, imported: true, license: text, meta, player };
    await core.processMetadataSet({ id, key: METADATA_KEY, body });
  }
  return channels;
}

/** Returns scripts, elements and handlers that a text has produced in this page; empty if it is only shown. */
export const whatCameOf = (page: Page, allowedTags: readonly string[]) =>
  page.evaluate((tags) => {
    const odd = [...document.querySelectorAll('*')].flatMap(({ localName, attributes }) => [
      ...(tags.includes(localName) ? [] : [`<${localName}>`]),
      ...[...attributes].filter(({ name }) => name.startsWith('on') || name === 'srcdoc').map(({ name }) => name),
      ...[...attributes]
        .filter(({ name }) => name === 'href' || name === 'src')
        .filter(({ value }) => !/^https?:$/.test(new URL(value, location.href).protocol))
        .map(({ value }) => value),
    ]);
    return 'hostile' in window || document.cookie !== '' ? [...odd, 'it ran'] : odd;
  }, allowedTags);

/**
 * Tries to read the storage of the interface, on load and on a click. Read `attempts` only after it has posted
 * 'tried': `evaluate` in a frame counts as a user gesture, which would permit a navigation of the top page. A window
 * that it opens is read once it shows the interface: the initial empty page belongs to the opener.
 */
export const HOSTILE_TEMPLATE = `<!doctype html><html><head><title>{{title}}</title>
<script src="channels/{{channel_id}}/config.js"></script>
<script src="player/videojs/dist/video.min.js"></script></head>
<body><h1>{{channel_name}}</h1><video id="player" class="vjs-public video-js" controls playsinline></video>
<button id="go">go</button><a id="way" target="_top" href="javascript:document.title='hostile'">way</a>
<script>var autoplay = true; var mute = true; var statistics = false; var color = '#fff';
window.attempts = {}; window.hostile = 1;
async function attempt(name, act) {
  try { const got = await act(); window.attempts[name] = 'got ' + String(got); } catch (error) { window.attempts[name] = 'refused: ' + error.name; }
}
const keys = (storage) => Object.keys(storage).join();
const told = () => new Promise((yes, no) => { addEventListener('message', ({ data }) => yes(data), { once: true }); setTimeout(() => no(new Error('silence')), 5000); });
window.done = Promise.all([
  attempt('local storage', () => keys(localStorage)),
  attempt('session storage', () => keys(sessionStorage)),
  attempt('cookie', () => document.cookie),
  attempt('database', () => new Promise((yes, no) => { const ask = indexedDB.open('x'); ask.onsuccess = yes; ask.onerror = () => no(ask.error); })),
  attempt('cache', () => caches.keys()),
  attempt('service worker', () => navigator.serviceWorker.register('playersite/player.js')),
  attempt('page around', () => parent.document.title),
  attempt('its storage', () => keys(top.localStorage)),
  attempt('its address', () => top.location.href),
  attempt('navigation unasked', () => { top.location = '/ui/?hostile'; }),
  attempt('config', async () => { const answer = await fetch('/api/v3/config'); if (answer.status === 401) throw new Error(); return answer.status; }),
  attempt('config with whatever goes along', async () => { const answer = await fetch('/api/v3/config', { credentials: 'include' }); if (answer.status === 401) throw new Error(); return answer.status; }),
  attempt('new token', async () => { const answer = await fetch('/api/login/refresh'); if (!answer.ok) throw new Error(); return answer.text(); }),
  attempt('interface in a frame', async () => {
    const frame = document.createElement('iframe'); frame.src = '/ui/'; frame.hidden = true; document.body.append(frame);
    await new Promise((yes) => { frame.onload = yes; }); return keys(frame.contentWindow.localStorage);
  }),
]);
window.done.then(() => parent.postMessage('tried', '*'));
window.messages = []; addEventListener('message', ({ data }) => window.messages.push(data));
document.getElementById('go').onclick = () => {
  const ui = open('/ui/'); const empty = open('about:blank');
  const made = open(URL.createObjectURL(new Blob(['<script>try { opener.postMessage("got " + localStorage.length, "*") } catch (error) { opener.postMessage(error.name, "*") }<\\/script>'], { type: 'text/html' })));
  const shown = new Promise((yes) => { const look = () => { try { if (ui.location.href === 'about:blank') return setTimeout(look, 20); } catch {} yes(); }; look(); });
  window.done = Promise.all([
    attempt('interface in a window', async () => { await shown; return keys(ui.localStorage); }),
    attempt('text of that window', async () => { await shown; return ui.document.body.innerText; }),
    attempt('script in that window', async () => { await shown; ui.location = 'javascript:opener.postMessage(localStorage.length, "*")'; return ui.name; }),
    attempt('storage of an empty window', () => keys(empty.localStorage)),
    attempt('storage of a made page', async () => { const got = await told(); if (got === 'SecurityError') throw new DOMException('', got); return got; }),
  ]);
};
</script><script src="playersite/player.js"></script></body></html>`;

/** The page's content security policy reports inline handlers while a picture is parsed, before they are removed. */
export const handlersForbidden: AllowedError = {
  line: /^console: Executing inline event handler violates /,
  why: 'A picture with handlers is uploaded: none of them may run.',
};

export const HOSTILE_SVG = `<?xml-stylesheet href="data:text/css,*{}"?><!DOCTYPE svg [<!ENTITY x "y">]>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="64" onload="window.hostile=1">
<script>window.hostile=1;alert('hostile')</script><foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="window.hostile=1"/></foreignObject>
<a xlink:href="javascript:alert('hostile')"><rect width="64" height="64" fill="red"/></a>
<image href="http://hostile.invalid/x.png"/><use href="http://hostile.invalid/x.svg#y"/><animate attributeName="href" onbegin="alert('hostile')"/></svg>`;
