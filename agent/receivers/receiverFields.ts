import * as z from 'zod/mini';
import { msg } from '../../src/i18n/msg.ts';
import { type FieldNote, fieldNotes } from './receiverKind.ts';

const MAX = 2000;
/** Includes lone surrogates, which no address has. */
const SPACE_OR_CONTROL = /[\s\p{Cc}\p{Cf}\p{Surrogate}]/u;

interface Rules extends FieldNote {
  form: Pick<RegExp, 'test'>;
  help: string;
}

/** A line without spaces, which cannot inject a header, a command or a second address. */
export const lineField = ({ form, ...note }: Rules) => requiredLine(form, note.help).register(fieldNotes, note);

export function optionalLineField({ form, ...note }: Rules) {
  const isFine = (text: string) => text === '' || isLine(text, form);
  return z._default(z.string().check(z.trim(), z.refine(isFine, note.help)), '').register(fieldNotes, {
    ...note,
    isOptional: true,
  });
}

const requiredLine = (form: Rules['form'], help: string) =>
  z.string(help).check(
    z.trim(),
    z.refine((text) => isLine(text, form), help),
  );
const isLine = (text: string, form: Rules['form']) =>
  text.length <= MAX && !SPACE_OR_CONTROL.test(text) && form.test(text);

interface AddressRules extends FieldNote {
  path?: RegExp;
  help?: string;
}

/** An HTTP or HTTPS address in the normal form of `URL`: `http://0x7f.1` becomes `http://127.0.0.1/`. */
export function webAddressField({
  path = /^/,
  help = msg('Enter an address that begins with https:// or http://'),
  ...note
}: AddressRules) {
  return z
    .pipe(
      requiredLine(/^https?:\/\//i, help).check(z.refine((text) => isWebAddress(text, path), help)),
      z.transform((text: string) => (URL.canParse(text) ? new URL(text).href : text)),
    )
    .register(fieldNotes, { ...note, help });
}

function isWebAddress(text: string, path: RegExp): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, pathname, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username + password + hash === '' && path.test(pathname);
}

export const underServer = (base: string, path: string) => `${base.replace(/(?<!\/)\/+$/, '')}/${path}`;

export const jsonOrder = (
  url: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
  method: 'POST' | 'PUT' = 'POST',
) => ({
  ...{ type: 'http' as const, method, url },
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
