import { msg } from '../../i18n/msg.ts';

/**
 * How cores refuse settings (`PUT /v3/config`, status 409), in English, by what it means to an operator. From recordings of
 * versions 16.7 to 16.14 and the embedded core.
 */
const REFUSALS: readonly (readonly [said: RegExp, meaning: string])[] = [
  [/\busername and \S+password must be set$/, msg('Enter a username and a password.')],
  [/^a hostname must be set\b/, msg('Automatic certificates need a public domain.')],
  [/\btls\.certfile and tls\.keyfile must be set$/, msg('HTTPS needs a certificate file and a key file.')],
  [
    /^this core has no automatic certificates\b/,
    msg('This core has no automatic certificates. Use a proxy, or set certificate files.'),
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
  [/^must be equal or greater than 0$/, msg('Enter a whole number, 0 or higher, without a unit.')],
  [/^invalid CIDR address\b/, msg('Enter ranges in CIDR notation, such as 10.0.0.0/8 or ::1/128.')],
  [/^bad origin\b/, msg('Each website has to start with http:// or https://.')],
  [/^mail: /, msg('Enter an e-mail address.')],
  [/^this would lock out your own address$/, msg('This would lock you out.')],
  [/\bnot found or is not executable$/, msg('The core cannot run this program. Check its path.')],
];

/** Our English text for an error of the core; null: unknown, so the error is shown unchanged. */
export const meaningOfRefusal = (said: string): string | null =>
  REFUSALS.find(([words]) => words.test(said))?.[1] ?? null;
