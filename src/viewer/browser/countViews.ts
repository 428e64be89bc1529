import { ANALYTICS } from '../analytics.ts';

/**
 * `analytics.min.js`, only loaded by pages that count. Sends to Google Analytics (`/g/collect`) without Google's
 * script, which would run beside the interface's login and set cookies. So every page view is a new visitor.
 */
const { account = '', name = '', subject = '' } = document.currentScript?.dataset ?? {};

const number = () => Math.floor(Math.random() * 2 ** 31);
/** Query and fragment may contain secrets. */
const strip = (address: string) => address.replace(/[?#].*/s, '');

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
  ...{ dl: strip(location.href), dr: strip(document.referrer), dt: subject, ul: navigator.language.toLowerCase() },
  sr: `${screen.width}x${screen.height}`,
  ...(name === '' ? {} : { 'ep.tracker_name': name }),
};

let sent = 0;
function send(event: string) {
  sent += 1;
  const begins = sent === 1 ? { _ss: '1', _fv: '1', _nsi: '1' } : {};
  const query = new URLSearchParams({ ...page, ...begins, en: event, _s: `${sent}` });
  fetch(`${ANALYTICS}/g/collect?${query}`, {
    ...{ method: 'POST', mode: 'no-cors', credentials: 'omit', referrerPolicy: 'no-referrer', keepalive: true },
  }).catch(() => {});
}

const isRefused = navigator.doNotTrack === '1' || Reflect.get(navigator, 'globalPrivacyControl') === true;
if (!isRefused) {
  send('page_view');
  // Works with both players: media events do not bubble, but can be captured.
  addEventListener('playing', () => send('video_start'), { capture: true, once: true });
}
