/** Standard Base64 with padding. */
export function encodeBase64(bytes: Uint8Array): string {
  let text = '';
  // Arguments of a call are limited.
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}

const CHUNK = 8192;

/** Null if it is no standard Base64 with padding. */
export function decodeBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
