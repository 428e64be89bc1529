import * as z from 'zod';
import { UserError } from '../launch/userError.ts';
import { faultOfKey } from './validateSshKey.ts';

/** What a card is made for. */
export interface CardSettings {
  /** With its tag: what the machine loads at its first start. */
  image: string;
  /** In the network it is this name with `.local` behind it. */
  host: string;
  user: string;
  /** The public part: who has the other one can log in as the user. */
  sshKey: string;
  wifi: Wifi | null;
}

export interface Wifi {
  name: string;
  /** As typed, or 64 hexadecimal digits that were made of it. */
  password: string;
  /** Which channels may be used, and how loud, is law. */
  country: string;
}

const missing = (what: string) => ({ error: what });
/** These would end a line of the files that they are written to, or hide in one. */
const CONTROL = /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/u;
const bytesOf = (text: string) => new TextEncoder().encode(text).length;

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const isCountry = (code: string) => /^[A-Z]{2}$/.test(code) && code !== 'UK' && regions.of(code) !== undefined;

/** Accounts that every system has: to log in as one of them would be another thing. */
const SYSTEM =
  /^(root|daemon|bin|sys|sync|games|man|lp|mail|news|proxy|backup|list|nobody|sshd|avahi|messagebus|systemd-.*)$/;

const Given = z.object({
  IMAGE: z
    .string(missing('IMAGE is missing: the image with its tag, such as IMAGE=ghcr.io/example/sluice:1.1.0-rpi'))
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
      const fault = faultOfKey(key);
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

/** Throws a user error that says of everything that is wrong what it must be. */
export function cardSettingsOf(variables: Readonly<Record<string, string | undefined>>): CardSettings {
  const given = Object.entries(variables).filter(([, value]) => value !== undefined && value !== '');
  const read = Given.safeParse(Object.fromEntries(given));
  if (!read.success) throw new UserError(`${read.error.issues.map(({ message }) => message).join('.\n')}.`);
  const { IMAGE, HOST_NAME, PI_USER, SSH_KEY, WIFI_NAME, WIFI_PASSWORD, WIFI_COUNTRY } = read.data;
  return {
    image: IMAGE,
    host: HOST_NAME,
    user: PI_USER,
    sshKey: SSH_KEY.trim(),
    wifi: wifiOf({ WIFI_NAME, WIFI_PASSWORD, WIFI_COUNTRY }),
  };
}

/** All three, or none of them: a machine with half of it would have no network, and nobody could see why. */
function wifiOf(
  given: Readonly<Record<'WIFI_NAME' | 'WIFI_PASSWORD' | 'WIFI_COUNTRY', string | undefined>>,
): Wifi | null {
  const { WIFI_NAME: name, WIFI_PASSWORD: password, WIFI_COUNTRY: country } = given;
  if (name !== undefined && password !== undefined && country !== undefined) return { name, password, country };
  const lacking = Object.entries(given).filter(([, value]) => value === undefined);
  if (lacking.length === 3) return null;
  const names = lacking.map(([key]) => key).join(' and ');
  throw new UserError(
    `${names} ${lacking.length === 1 ? 'is' : 'are'} missing: Wi-Fi needs WIFI_NAME, WIFI_PASSWORD and WIFI_COUNTRY. For a network cable leave out all three.`,
  );
}
