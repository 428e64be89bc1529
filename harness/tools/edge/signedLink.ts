import { createHash } from 'node:crypto';

interface SignedLink {
  readonly channel: string;
  /** The last second in which the link is good, since 1970. */
  readonly until: number;
  readonly secret: string;
}

/** The path of a file of a channel that is signed, as docs/scaling.md makes it with openssl. */
export function signedLink(file: string, { channel, until, secret }: SignedLink): string {
  const signature = createHash('md5').update(`${until} ${channel} ${secret}`).digest('base64url');
  return `/s/${signature}/${until}/memfs/${file}`;
}
