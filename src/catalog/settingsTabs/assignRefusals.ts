import { msg } from '../../i18n/msg.ts';
import type { SettingsTab } from './settingsTabTypes.ts';

/** Rejections of settings (`PUT /v3/config`, 409), recorded from cores 16.7 to 16.14 and the embedded core. */
const REFUSALS: readonly (readonly [said: RegExp, meaning: string])[] = [
  [/\busername and \S+password must be set$/, msg('Enter a username and a password.')],
  [/^a hostname must be set\b/, msg('Automatic certificates need a public domain.')],
  [/\btls\.certfile and tls\.keyfile must be set$/, msg('HTTPS needs a certificate file and a key file.')],
  [/^only host names are allowed if automatic TLS is enabled\b/, msg('Only domains names are allowed')],
  [
    /can't be resolved and will not work with automatic TLS$/,
    msg('This domain does not resolve. Create a DNS record that leads to this server first.'),
  ],
  [
    /^port \d+ is in use by another program$/,
    msg(
      'Another program on the server uses port 80, which automatic certificates need. Stop it, or use it as a proxy.',
    ),
  ],
  [/\bmissing port in address$|^the port must be numerical$/, msg('Enter a port from 1 to 65535.')],
  [
    /server can't listen on the same address$/,
    msg('Another service of the core already uses this port. Choose a different one.'),
  ],
  [
    /^RTMPS server can only be enabled\b/,
    msg('RTMPS requires HTTPS: switch on automatic certificates, or switch this off.'),
  ],
  [/\bis not an absolute path$/, msg('Start with a slash, such as /live.')],
  [/^must be non-empty$/, msg('This field is required.')],
  [/^must be equal or greater than 0$/, msg('Enter a whole number, 0 or higher.')],
  [/^invalid CIDR address\b/, msg('Enter ranges in CIDR notation, such as 10.0.0.0/8 or ::1/128.')],
  [/^bad origin\b/, msg('Each website has to start with http:// or https://.')],
  [/^mail: /, msg('Enter an e-mail address.')],
  [/^this would lock out your own address$/, msg('This would lock you out.')],
  [/\bnot found or is not executable$/, msg('The core cannot run this program. Check its path.')],
];

export const meaningOfRefusal = (message: string): string | null =>
  REFUSALS.find(([words]) => words.test(message))?.[1] ?? null;

/** The name for rejections of a whole config (status 400), and of the field for a whole config. */
export const WHOLE_CONFIG = 'coreconfig';

/** Texts of the core by dotted name (status 409). */
export type ServerErrors = Readonly<Record<string, readonly string[]>>;

export interface AssignedErrors {
  fields: Readonly<Record<string, string>>;
  tabs: Readonly<Record<string, readonly string[]>>;
  elsewhere: readonly string[];
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const begins = (name: string, prefix: string) => name === prefix || name.startsWith(`${prefix}.`);

/** Assigns every error to a field, a tab or neither. Drops none. */
export function assignRefusals(tabs: readonly SettingsTab[], errors: ServerErrors): AssignedErrors {
  const fields: Record<string, string> = {};
  const byTab: Record<string, string[]> = {};
  const unassigned: string[] = [];
  for (const [name, texts] of Object.entries(errors)) {
    const text = texts.map(capitalised).join(' ');
    const [only = '', ...others] = texts;
    const meaning = others.length === 0 ? meaningOfRefusal(only) : null;
    const path = answering(tabs, name);
    const tab = tabs.find(({ owns }) => owns.some((prefix) => begins(name, prefix)));
    if (path !== undefined) fields[path] = [fields[path], meaning ?? text].filter(Boolean).join(' ');
    else if (tab) byTab[tab.id] = [...(byTab[tab.id] ?? []), `${name}: ${text}`];
    else unassigned.push(name === WHOLE_CONFIG ? text : `${name}: ${text}`);
  }
  return { fields, tabs: byTab, elsewhere: unassigned };
}

const answering = (tabs: readonly SettingsTab[], name: string): string | undefined =>
  tabs
    .flatMap(({ fields }) => Object.entries(fields))
    .find(([path, { config }]) => path === name || config?.aliases?.includes(name))?.[0];

/** Drops the errors of a changed field: the core has not seen its new value. */
export function dropFieldRefusals(tabs: readonly SettingsTab[], errors: ServerErrors, path: string): ServerErrors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => answering(tabs, name) !== path));
}
