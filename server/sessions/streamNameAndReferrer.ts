/** File name without extension: the channel, if the file is a channel's. */
export const streamName = (path: string) => path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');

/** An address with its page is not longer; the name of a host even less. */
const REFERER = 2048;

/** Of the page that a request comes from. */
export const referringHost = (referer: string) => {
  if (referer.length > REFERER) return 'unknown';
  const host = URL.parse(referer)?.host ?? '';
  return host === '' ? 'unknown' : host;
};
