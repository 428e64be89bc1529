import { pbkdf2Sync } from 'node:crypto';
import * as z from 'zod';
import { UserError } from '../launch/userError.ts';

/** Names with everything that YAML or a shell could interpret. */
export const EXAMPLE_SETTINGS: CardSettings = {
  image: 'ghcr.io/example/sluice:1.1.0-rpi',
  hasImageFile: true,
  host: 'studio',
  user: 'anna',
  sshKey: `ssh-ed25519 AAAA anna's "laptop" $(reboot) \`reboot\` # : {`,
  wifi: { name: `it's "$(reboot)": #\\`, password: `'; $(reboot) "#`, country: 'DE' },
};

/** OpenSSH key types, in the first column of a public key and again inside it. */
const TYPES = [
  'ssh-ed25519',
  'ssh-rsa',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'sk-ssh-ed25519@openssh.com',
  'sk-ecdsa-sha2-nistp256@openssh.com',
];

/** Returns the end of a sentence, or null if the key is valid. */
export function faultOfSshKey(text: string): string | null {
  const line = text.trim();
  if (/PRIVATE KEY/.test(line))
    return 'is the private key, which never leaves your machine: give the file that ends with .pub';
  // A second line could add another key.
  if (/\p{Cc}/u.test(line)) return 'must be one line';
  const [type = '', encoded = ''] = line.split(' ');
  if (!TYPES.includes(type)) return `must be a public key, a line that begins with ${TYPES.slice(0, 2).join(' or ')}`;
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded) || !repeats(type, Buffer.from(encoded, 'base64')))
    return 'is not whole: copy the line of the .pub file again, from its beginning to its end';
  return null;
}

/** A key starts with its type (RFC 4253, 6.6), followed by more parts with a length before each. */
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

/** Derives the WPA2 key (IEEE 802.11, J.4), which does not reveal the password. */
export const presharedKey = ({ name, password }: Wifi): string =>
  password.length === 64 ? password.toLowerCase() : pbkdf2Sync(password, name, 4096, 32, 'sha1').toString('hex');

export interface CardSettings {
  image: string;
  hasImageFile: boolean;
  host: string;
  user: string;
  sshKey: string;
  wifi: Wifi | null;
}

export interface Wifi {
  name: string;
  /** The password, or its key of 64 hexadecimal digits. */
  password: string;
  country: string;
}

const missing = (error: string) => ({ error });
/** Characters that would end a line of the written files, or hide in one. */
const CONTROL = /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/u;
const bytesOf = (text: string) => new TextEncoder().encode(text).length;

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const isCountry = (code: string) => /^[A-Z]{2}$/.test(code) && code !== 'UK' && regions.of(code) !== undefined;

/** Accounts of the system, which cannot be used for a login. */
const SYSTEM =
  /^(root|daemon|bin|sys|sync|games|man|lp|mail|news|proxy|backup|list|nobody|sshd|avahi|messagebus|systemd-.*)$/;

const Given = z.object({
  IMAGE: z
    .string(
      missing(
        'IMAGE is missing: the image with its tag, such as IMAGE=ghcr.io/example/sluice:1.1.0-rpi, or IMAGE_FILE=sluice.tar, a file of "docker save"',
      ),
    )
    .regex(
      /^(?:[a-z0-9][a-z0-9.-]*(?::\d+)?\/)?[a-z0-9]+(?:[._/-]+[a-z0-9]+)*(?::[A-Za-z0-9_][\w.-]{0,127}|@sha256:[0-9a-f]{64})$/,
      'IMAGE must be an image with its tag, such as ghcr.io/example/sluice:1.1.0-rpi',
    ),
  HOST_NAME: z
    .string()
    .regex(
      /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
      'HOST_NAME may have small letters, digits and hyphens, 63 at most, and no hyphen at either end. Leave out ".local"',
    )
    .refine((name) => name !== 'localhost' && !/^\d+$/.test(name), 'HOST_NAME must be a name of its own')
    .default('sluice'),
  PI_USER: z
    .string()
    .regex(/^[a-z_][a-z0-9_-]{0,31}$/, 'PI_USER may have small letters, digits, _ and -, and begins with a letter')
    .refine((name) => !SYSTEM.test(name), 'PI_USER must be none of the accounts that the system has itself')
    .default('sluice'),
  SSH_KEY: z
    .string(
      missing('SSH_KEY is missing: your public key, or the file that it is in, such as SSH_KEY=~/.ssh/id_ed25519.pub'),
    )
    .superRefine((key, context) => {
      const fault = faultOfSshKey(key);
      if (fault !== null) context.addIssue({ code: 'custom', message: `SSH_KEY ${fault}` });
    }),
  WIFI_NAME: z
    .string()
    .refine((name) => bytesOf(name) <= 32, 'WIFI_NAME is too long: the name of a network has 32 bytes at most')
    .refine((name) => !CONTROL.test(name), 'WIFI_NAME has a character that cannot be seen')
    .optional(),
  WIFI_PASSWORD: z
    .string()
    .regex(
      /^(?:[\x20-\x7e]{8,63}|[0-9A-Fa-f]{64})$/,
      'WIFI_PASSWORD must have 8 to 63 letters without accents, digits and signs, or 64 hexadecimal digits',
    )
    .optional(),
  WIFI_COUNTRY: z
    .string()
    .refine(isCountry, 'WIFI_COUNTRY must be the two capital letters of your country, such as DE, FR or GB')
    .optional(),
});

export function cardSettingsOf(
  variables: Readonly<Record<string, string | undefined>>,
  hasImageFile = false,
): CardSettings {
  const entries = Object.entries(variables).filter(([, value]) => value !== undefined && value !== '');
  const read = Given.safeParse(Object.fromEntries(entries));
  if (!read.success) throw new UserError(`${read.error.issues.map(({ message }) => message).join('.\n')}.`);
  const { IMAGE, HOST_NAME, PI_USER, SSH_KEY, WIFI_NAME, WIFI_PASSWORD, WIFI_COUNTRY } = read.data;
  return {
    image: IMAGE,
    hasImageFile,
    host: HOST_NAME,
    user: PI_USER,
    sshKey: SSH_KEY.trim(),
    wifi: wifiOf({ WIFI_NAME, WIFI_PASSWORD, WIFI_COUNTRY }),
  };
}

/** Requires all three or none: with some of them, the machine would have no network without a message. */
function wifiOf(
  variables: Readonly<Record<'WIFI_NAME' | 'WIFI_PASSWORD' | 'WIFI_COUNTRY', string | undefined>>,
): Wifi | null {
  const { WIFI_NAME: name, WIFI_PASSWORD: password, WIFI_COUNTRY: country } = variables;
  if (name !== undefined && password !== undefined && country !== undefined) return { name, password, country };
  const lacking = Object.entries(variables).filter(([, value]) => value === undefined);
  if (lacking.length === 3) return null;
  const names = lacking.map(([key]) => key).join(' and ');
  throw new UserError(
    `${names} ${lacking.length === 1 ? 'is' : 'are'} missing: Wi-Fi needs WIFI_NAME, WIFI_PASSWORD and WIFI_COUNTRY. For a network cable leave out all three.`,
  );
}
