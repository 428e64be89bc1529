import { createHash } from 'node:crypto';

interface SignedLink {
  readonly channel: string;
  /** The last valid second, in seconds since 1970. */
  readonly until: number;
  readonly secret: string;
}

/** Returns the path of a file of a signed channel, like the openssl commands in docs/scaling.md. */
export function signedLink(file: string, { channel, until, secret }: SignedLink): string {
  const signature = createHash('md5').update(`${until} ${channel} ${secret}`).digest('base64url');
  return `/s/${signature}/${until}/memfs/${file}`;
}
