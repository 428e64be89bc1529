/** Pages for viewers, which are made again, and uploads that are still being prepared. */
const MADE = /^(?:config\.js|oembed\.(?:json|xml)|pages-.*\.txt|upload-.*)$/;

/** Pairs of paths on the disk of the core: what the operator has uploaded for a channel, and its place in the clone. */
export const clonedFiles = (
  paths: readonly string[],
  channel: string,
  clone: string,
): { from: string; to: string }[] => {
  const folder = `/channels/${channel}/`;
  return paths.flatMap((from) => {
    const name = from.slice(folder.length);
    return from.startsWith(folder) && !MADE.test(name) ? [{ from, to: `/channels/${clone}/${name}` }] : [];
  });
};
