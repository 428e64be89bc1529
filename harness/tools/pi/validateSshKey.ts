/** OpenSSH's names, in the first column of a public key and once more inside it. */
const TYPES = [
  'ssh-ed25519',
  'ssh-rsa',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'sk-ssh-ed25519@openssh.com',
  'sk-ecdsa-sha2-nistp256@openssh.com',
];

/** What is wrong with a public key, as the rest of a sentence; null: nothing. */
export function faultOfKey(text: string): string | null {
  const line = text.trim();
  if (/PRIVATE KEY/.test(line))
    return 'is the private key, which never leaves your machine: give the file that ends with .pub';
  // A second line would be a second key, or something else in the file that it is written to.
  if (/\p{Cc}/u.test(line)) return 'must be one line';
  const [type = '', encoded = ''] = line.split(' ');
  if (!TYPES.includes(type)) return `must be a public key, a line that begins with ${TYPES.slice(0, 2).join(' or ')}`;
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded) || !repeats(type, Buffer.from(encoded, 'base64')))
    return 'is not whole: copy the line of the .pub file again, from its beginning to its end';
  return null;
}

/** A key begins with its type (RFC 4253, 6.6), and has more parts behind that, each with its length in front. */
function repeats(type: string, key: Buffer): boolean {
  const parts: string[] = [];
  let at = 0;
  while (at + 4 <= key.length) {
    const length = key.readUInt32BE(at);
    parts.push(key.toString('latin1', at + 4, at + 4 + length));
    at += 4 + length;
  }
  return parts[0] === type && parts.length > 1 && at === key.length;
}
