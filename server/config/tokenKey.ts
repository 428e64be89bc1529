import type { Config } from './schema.ts';

/**
 * User and password are part of the key that tokens are signed with: changing one of them ends all tokens. The key is the
 * real core's own, so whoever is logged in stays so when the same data is served by one.
 */
export const tokenKeyOf = ({ jwt, username, password }: Config['api']['auth']): string =>
  username + password + jwt.secret;
