import { ANALYTICS } from '../analytics.ts';

/**
 * `analytics.min.js`, which only pages load that count: what the page sends to Google Analytics, as its own script does
 * (`/g/collect`). That script is not used: it would run beside the login of the interface, and leave cookies. So
 * nothing is stored at the viewer, and each page opened is a new visitor.
 */
const { account = '', name = '', subject = '' } = document.currentScript?.dataset ?? {};

const number = () => Math.floor(Math.random() * 2 ** 31);
/** What is behind it may be a secret. */
const bare = (address: string) => address.replace(/[?#].*/s, '');

const now = Math.floor(Date.now() / 1000);
const page = {
  ...{
    v: '2',
    tid: account,
    cid: `${number()}.${now}`,
    sid: `${now}`,
    sct: '1',
    seg: '1',
    _p: `${number()}`,
    npa: '1',
  },
  ...{ dl: bare(location.href), dr: bare(document.referrer), dt: subject, ul: navigator.language.toLowerCase() },
  sr: `${screen.width}x${screen.height}`,
  ...(name === '' ? {} : { 'ep.tracker_name': name }),
};

let sent = 0;
function send(event: string) {
  sent += 1;
  const begins = sent === 1 ? { _ss: '1', _fv: '1', _nsi: '1' } : {};
  const query = new URLSearchParams({ ...page, ...begins, en: event, _s: `${sent}` });
  // Nobody waits for it, and a viewer who blocks it misses nothing.
  fetch(`${ANALYTICS}/g/collect?${query}`, {
    ...{ method: 'POST', mode: 'no-cors', credentials: 'omit', referrerPolicy: 'no-referrer', keepalive: true },
  }).catch(() => {});
}

const isRefused = navigator.doNotTrack === '1' || Reflect.get(navigator, 'globalPrivacyControl') === true;
if (!isRefused) {
  send('page_view');
  // Of whichever player: events of a video do not rise, but can be caught on their way down.
  addEventListener('playing', () => send('video_start'), { capture: true, once: true });
}
