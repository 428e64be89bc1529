const MOST_EDGES = 20;
/** Parsing a host name takes quadratic time. */
const MOST_CHARACTERS = 2048;
/** A signed link is for a single viewer. */
const SIGNED = /\/s\/[\w-]{22}\/\d+/;

/** Null if an address is invalid. Addresses appear in public pages, so they must not contain secrets. */
export function parseEdgeAddresses(entered: string): string[] | null {
  const addresses: string[] = [];
  for (const word of entered.split(/\s+/).filter((part) => part !== '')) {
    const address = edgeAddressOf(word);
    if (address === null) return null;
    if (!addresses.includes(address)) addresses.push(address);
  }
  return addresses.length > MOST_EDGES ? null : addresses;
}

function edgeAddressOf(word: string): string | null {
  const url = word.length <= MOST_CHARACTERS && URL.canParse(word) ? new URL(word) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || !/^[\w.:[\]-]+$/.test(url.host)) return null;
  if (url.username !== '' || url.password !== '' || /[?#@]/.test(word)) return null;
  if (!/^[\w./~-]*$/.test(url.pathname) || SIGNED.test(url.pathname)) return null;
  return `${url.origin}${withoutClosingSlashes(url.pathname)}`;
}

/** A pattern would take quadratic time for a path of slashes. */
function withoutClosingSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
