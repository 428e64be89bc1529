import { pbkdf2Sync } from 'node:crypto';
import type { Wifi } from './cardSettings.ts';

/** What WPA2 makes of name and password (IEEE 802.11, J.4): opens this network, and does not tell the password. */
export const presharedKey = ({ name, password }: Wifi): string =>
  password.length === 64 ? password.toLowerCase() : pbkdf2Sync(password, name, 4096, 32, 'sha1').toString('hex');
