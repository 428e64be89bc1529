import * as z from 'zod/mini';
import { characterCount, fitText, plainWords, textAndLink } from '../plainText.ts';
import { lineField } from '../receiverFields.ts';
import { defineReceiver, fieldNotes, MAIL_SECURITY } from '../receiverKind.ts';

/** Others are services where a mail does harm. */
const PORTS = [465, 587, 25, 2525] as const;
const MAILBOX = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?=.{1,253}$)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*$/u;
const MOST_RECIPIENTS = 10;
const NAME_OR_IP = /^(?:[\p{L}\p{N}_.-]{1,253}|\[[\da-f:.]+\])$/iu;
const HOST = { test: (text: string) => NAME_OR_IP.test(text) && URL.canParse(`http://${text}`) };

const RECIPIENTS = `Enter up to ${MOST_RECIPIENTS} addresses such as me@example.org, with commas between them`;

/** Sent in base64, so spaces are fine. */
const loginField = (label: string) =>
  z._default(
    z.string().check(z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}]{0,1000}$/u, `${label}: remove line breaks`)),
    '',
  );

export const email = defineReceiver({
  id: 'email',
  name: 'E-mail',
  schema: z
    .object({
      address: lineField({
        label: 'Mail server',
        isSecret: false,
        form: HOST,
        help: 'Enter the name or the IP address of a mail server, without a port',
      }),
      port: z
        .literal([...PORTS], 'Choose port 465, 587, 25 or 2525')
        .register(fieldNotes, { label: 'Port', isSecret: false, initial: 465, choices: PORTS }),
      security: z
        .enum(MAIL_SECURITY, 'Choose TLS, STARTTLS or none')
        .register(fieldNotes, { label: 'Encryption', isSecret: false, initial: 'tls', choices: MAIL_SECURITY }),
      user: loginField('User name').register(fieldNotes, { label: 'User name', isSecret: false, isOptional: true }),
      password: loginField('Password').register(fieldNotes, { label: 'Password', isSecret: true, isOptional: true }),
      from: lineField({
        ...{ label: 'From', isSecret: false, form: MAILBOX },
        help: 'Enter an address such as alarm@example.org',
      }),
      to: z
        .pipe(
          z.pipe(
            z.string(RECIPIENTS),
            z.transform((text: string) => text.split(/[ ,;]+/).filter((part) => part !== '')),
          ),
          z
            .array(z.string().check(z.regex(MAILBOX, RECIPIENTS)))
            .check(z.minLength(1, RECIPIENTS), z.maxLength(MOST_RECIPIENTS, RECIPIENTS)),
        )
        .register(fieldNotes, { label: 'To', isSecret: false }),
    })
    .check(
      z.refine(({ security, password }) => security !== 'none' || password === '', {
        error: 'Choose TLS or STARTTLS: a password is never sent unencrypted',
        path: ['security'],
      }),
    ),
  order({ address, port, security, user, password, from, to }, message) {
    const [, domain = ''] = from.split('@');
    return {
      type: 'mail',
      host: address.replace(/^\[|\]$/g, ''),
      ...{ port, security, from, to },
      login: user === '' ? null : { user, pass: password },
      subject: fitText(plainWords(message).title, { most: 150, sizeOf: characterCount }),
      text: textAndLink(message, { most: 5000 }),
      messageId: `<${message.id.replace(/[^\w-]/g, '')}@${domain}>`,
      at: message.at,
    };
  },
});
