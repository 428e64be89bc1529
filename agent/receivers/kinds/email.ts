import { domainToASCII } from 'node:url';
import * as z from 'zod/mini';
import { msg } from '../../../src/i18n/msg.ts';
import { characterCount, fitText, plainWords, textAndLink } from '../plainText.ts';
import { lineField } from '../receiverFields.ts';
import { defineReceiver, fieldNotes, MAIL_SECURITY } from '../receiverKind.ts';

/** Ports of other services are excluded, as a mail could do harm there. */
const PORTS = [465, 587, 25, 2525] as const;
const MAILBOX = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?=.{1,253}$)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*$/u;
const MAX_RECIPIENTS = 10;
const NAME_OR_IP = /^(?:[\p{L}\p{N}_.-]{1,253}|\[[\da-f:.]+\])$/iu;
const HOST = { test: (text: string) => NAME_OR_IP.test(text) && URL.canParse(`http://${text}`) };

const RECIPIENTS = msg('Enter up to 10 addresses such as me@example.org, with commas between them');

/** Sent in base64, so spaces are fine. */
const loginField = () =>
  z._default(
    z.string().check(z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}]{0,1000}$/u, msg('Remove the line breaks'))),
    '',
  );

export const email = defineReceiver({
  id: 'email',
  name: msg('E-mail'),
  schema: z
    .object({
      address: lineField({
        label: msg('Mail server'),
        isSecret: false,
        form: HOST,
        help: msg('Enter the name or the IP address of a mail server, without a port'),
      }),
      port: z
        .literal([...PORTS], msg('Choose port 465, 587, 25 or 2525'))
        .register(fieldNotes, { label: msg('Port'), isSecret: false, initial: 465, choices: PORTS }),
      security: z.enum(MAIL_SECURITY, msg('Choose TLS, STARTTLS or none')).register(fieldNotes, {
        ...{ label: msg('Encryption'), isSecret: false, initial: 'tls', choices: MAIL_SECURITY },
        choiceNames: { tls: 'TLS', starttls: 'STARTTLS', none: msg('No encryption') },
      }),
      user: loginField().register(fieldNotes, { label: msg('Username'), isSecret: false, isOptional: true }),
      password: loginField().register(fieldNotes, { label: msg('Password'), isSecret: true, isOptional: true }),
      from: lineField({
        ...{ label: msg('From'), isSecret: false, form: MAILBOX },
        help: msg('Enter an address such as alarm@example.org'),
      }),
      to: z
        .pipe(
          z.pipe(
            z.string(RECIPIENTS),
            z.transform((text: string) => text.split(/[ ,;]+/).filter((part) => part !== '')),
          ),
          z
            .array(z.string().check(z.regex(MAILBOX, RECIPIENTS)))
            .check(z.minLength(1, RECIPIENTS), z.maxLength(MAX_RECIPIENTS, RECIPIENTS)),
        )
        .register(fieldNotes, { label: msg('To'), isSecret: false }),
    })
    .check(
      z.refine(({ security, password }) => security !== 'none' || password === '', {
        error: msg('Choose TLS or STARTTLS: a password is never sent unencrypted'),
        path: ['security'],
      }),
    ),
  order({ address, port, security, user, password, from: typedFrom, to }, message) {
    const from = inAscii(typedFrom);
    const [, domain = ''] = from.split('@');
    return {
      type: 'mail',
      host: address.replace(/^\[|\]$/g, ''),
      ...{ port, security, from, to: to.map(inAscii) },
      login: user === '' ? null : { user, pass: password },
      subject: fitText(plainWords(message).title, { most: 150, sizeOf: characterCount }),
      text: textAndLink(message, { most: 5000 }),
      messageId: `<${message.id.replace(/[^\w-]/g, '')}@${domain}>`,
      at: message.at,
    };
  },
});

/** Few servers support international domains in the envelope (RFC 6531). */
function inAscii(mailbox: string): string {
  const [name = '', domain = ''] = mailbox.split('@');
  const ascii = domainToASCII(domain);
  return ascii === '' ? mailbox : `${name}@${ascii}`;
}
