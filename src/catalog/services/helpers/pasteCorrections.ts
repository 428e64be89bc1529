import { msg } from '../../../i18n/msg.ts';
import { schemeOf } from '../../../media/address/addressProtocol.ts';
import { INVISIBLE_CHARACTERS } from '../../../media/address/invisibleCharacters.ts';
import { isShown } from '../../form/evaluateFields.ts';
import type { Fields, Settings, TextField } from '../../form/fields.ts';
import { valueAt, withValue } from '../../form/fieldValues.ts';
import { addProtocol, joinStreamKey } from './joinStreamKey.ts';

export interface PasteFinding {
  at: string;
  said: string;
  act: string;
  done: string;
  /** The corrected settings; null if the intention is unclear. */
  settings: Settings | null;
  /** Unambiguous, so it is corrected as soon as it is pasted. */
  sure: boolean;
}

const SPLIT = { act: msg('Split'), done: msg('Split into server and stream key.') };
const SHOWN = {
  act: msg('Remove them'),
  done: msg('Invisible characters and line breaks were removed from the address.'),
};
const TRIMMED = {
  act: msg('Remove them'),
  done: msg('Spaces, line breaks and invisible characters were removed from the stream key.'),
};
const ALONE = { act: msg('Keep only the key'), done: msg('Only the stream key was kept.') };

/** null if the path has at most one part, the application. */
export function splitAddress(address: string, depth = 1): { server: string; key: string } | null {
  const trimmed = address.trim();
  const query = /[?#].*/s.exec(trimmed)?.[0] ?? '';
  const base = trimmed.slice(0, trimmed.length - query.length).replace(/(?<!\/)\/+$/, '');
  const [, host = '', path = ''] = /^((?:[^:/]+:\/\/)?[^/]+)\/+(.*)/s.exec(base) ?? [];
  const parts = path.split('/');
  const key = parts.at(-1) ?? '';
  if (host === '' || key === '' || parts.length <= depth) return null;
  return { server: `${host}/${parts.slice(0, -1).join('/')}`, key: `${key}${query}` };
}

/** Number of path parts in the server address that the platform shows. */
const depthOf = ({ placeholder = '' }: Pick<TextField, 'placeholder'>): number =>
  Math.max(
    1,
    placeholder
      .replace(/^[a-z]+:\/\//, '')
      .split('/')
      .filter(Boolean).length - 1,
  );

interface AddressPart {
  key: string;
  field: Fields[string];
  value: string;
}

const partsHolding = (fields: Fields, settings: Settings, content: 'server' | 'key' | 'address'): AddressPart[] =>
  Object.entries(fields).flatMap(([key, field]) =>
    'holds' in field && field.holds === content && isShown(field, settings)
      ? [{ key, field, value: String(valueAt(settings, key) ?? '') }]
      : [],
  );

function inKey(
  { key: at, value }: AddressPart,
  server: AddressPart | undefined,
  settings: Settings,
): PasteFinding | null {
  if (/^rtmp[a-z]*$/i.test(schemeOf(value))) {
    const parts = splitAddress(value);
    if (parts === null) {
      const said = msg('This is the address of a server, not a stream key.');
      return { at, said, ...SPLIT, settings: null, sure: false };
    }
    const own = withValue(settings, at, parts.key);
    return {
      at,
      said: msg('The stream key contains the address of its server.'),
      ...(server ? SPLIT : ALONE),
      settings: server ? withValue(own, server.key, parts.server) : own,
      sure: true,
    };
  }
  const tidy = value.replace(INVISIBLE_CHARACTERS, '').replace(/\s+/g, '');
  if (tidy === value || tidy === '') return null;
  return {
    at,
    said: msg('The stream key contains spaces, line breaks or invisible characters.'),
    ...TRIMMED,
    settings: withValue(settings, at, tidy),
    // A space within the key could belong to it.
    sure: !/\s/.test(value.replace(INVISIBLE_CHARACTERS, '').trim()),
  };
}

function inAddress({ key: at, value }: AddressPart, settings: Settings): PasteFinding | null {
  const shown = value.replace(INVISIBLE_CHARACTERS, '');
  if (shown === value || shown.trim() === value.trim()) return null;
  return {
    at,
    said: msg('The address contains invisible characters or line breaks.'),
    ...SHOWN,
    settings: withValue(settings, at, shown.trim()),
    sure: true,
  };
}

/** Finds a server address that contains the key, which would be appended twice or shown openly. */
function inServer(
  { key: at, field, value }: AddressPart,
  key: AddressPart | undefined,
  settings: Settings,
): PasteFinding | null {
  if (!key || field.kind !== 'text') return null;
  const stream = key.value.trim();
  const parts = splitAddress(value, stream === '' ? depthOf(field) : 1);
  if (parts === null || (stream !== '' && parts.key !== stream)) return null;
  const required = 'required' in key.field && key.field.required === true;
  // If the address may contain the key, the output must stay the same.
  if (!required && joinStreamKey(addProtocol(parts.server, 'rtmp://'), parts.key).playpath !== '') return null;
  return {
    at,
    said: msg('The address seems to end with the stream key. In a field of its own it stays hidden.'),
    ...SPLIT,
    settings: withValue(withValue(settings, at, parts.server), key.key, parts.key),
    sure: required,
  };
}

export function findPasteCorrections(fields: Fields, settings: Settings): PasteFinding[] {
  const [keys, servers] = [partsHolding(fields, settings, 'key'), partsHolding(fields, settings, 'server')];
  const addresses = [...servers, ...partsHolding(fields, settings, 'address')];
  return [
    ...addresses.map((address) => inAddress(address, settings)),
    ...keys.map((key) => inKey(key, servers[0], settings)),
    ...servers.map((server) => inServer(server, keys[0], settings)),
  ].filter((found) => found !== null);
}

/** Returns a correction if more characters arrived at once than by typing. */
export const correctPaste = (fields: Fields, before: Settings, now: Settings): PasteFinding | null =>
  findPasteCorrections(fields, now).find(({ at, sure, settings }) => {
    const [oldLength, newLength] = [before, now].map((settings) => String(valueAt(settings, at) ?? '').length);
    return sure && settings !== null && (newLength ?? 0) > (oldLength ?? 0) + 1;
  }) ?? null;
