/** File name without extension: the channel, if the file is a channel's. */
export const streamName = (path: string) => path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');

/** Of the page that a request comes from. */
export const referringHost = (referer: string) => {
  const host = URL.parse(referer)?.host ?? '';
  return host === '' ? 'unknown' : host;
};
