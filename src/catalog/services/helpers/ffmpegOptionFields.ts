import { msg } from '../../../i18n/msg.ts';
import { asArgument, schemeOf, withCredentials } from '../../../media/address/addressProtocol.ts';
import type { Stream } from '../../../media/encoding/streams.ts';
import { type Settings, secret, select, type TextField, textField } from '../../form/fields.ts';
import { valueAt } from '../../form/fieldValues.ts';
import { LARGEST } from '../../form/parseFigure.ts';

type NumberFieldInput = Omit<TextField, 'kind' | 'default' | 'fault' | 'figure'> & {
  default?: string;
  min?: number;
  max?: number;
  /** Fields in seconds always allow them. */
  decimals?: true;
};

export const amountField = ({ min = 0, max = LARGEST, decimals, ...input }: NumberFieldInput): TextField =>
  textField({
    ...input,
    figure: { min, max, step: decimals || input.unit === 'seconds' ? 0.001 : 1, optional: true },
  });

/** How switches and multiple choices become arguments; '' omits the option. */
interface OptionSpelling {
  toggle: (on: boolean, key: string) => string;
  several?: (chosen: readonly string[]) => string;
}

function spelled(value: unknown, key: string, { toggle, several = (all) => all.join('+') }: OptionSpelling): string {
  if (typeof value === 'boolean') return toggle(value, key);
  return Array.isArray(value) ? several(value.map(String)) : String(value ?? '').trim();
}

export const optionNames = (fields: object, group: string): string[] =>
  Object.keys(fields).flatMap((key) => (key.startsWith(`${group}.`) ? [key.slice(group.length + 1)] : []));

export const setOptions = (
  names: readonly string[],
  group: string,
  settings: Settings,
  spelling: OptionSpelling,
): { name: string; value: string }[] =>
  names
    .map((name) => ({ name, value: spelled(valueAt(settings, `${group}.${name}`), name, spelling) }))
    .filter(({ value }) => value !== '');

export const bitSpelling: OptionSpelling = { toggle: (on) => (on ? '1' : '0') };
export const wordSpelling: OptionSpelling = { toggle: String };

export const optionArguments = (options: readonly { name: string; value: string }[]): string[] =>
  options.flatMap(({ name, value }) => [`-${name}`, value]);

export const serverFields = (protocols: readonly string[], placeholder: string) => ({
  protocol: select({
    label: msg('Protocol'),
    default: `${protocols[0]}://`,
    options: protocols.map((name) => ({ value: `${name}://`, label: name.toUpperCase(), needs: needsOf(name) })),
    advanced: true,
    when: ({ address }: Settings) => schemeOf(String(address)) === '',
  }),
  address: textField({
    label: msg('Address'),
    placeholder,
    required: true,
    holds: 'address',
    fault: ({ address }: Settings) => addressFault(String(address), protocols),
  }),
});

export const loginFields = {
  username: textField({ label: msg('Username'), holds: 'username' }),
  password: secret({ label: msg('Password'), holds: 'password' }),
};

// RTSP is a format in ffmpeg and only needs a protocol when encrypted.
const needsOf = (name: string) => (name === 'rtsp' ? {} : { protocols: [name === 'rtsps' ? 'tls' : name] });

function addressFault(address: string, protocols: readonly string[]): string | null {
  const typed = address.trim();
  if (typed === '') return null;
  const scheme = schemeOf(typed).toLowerCase();
  if (scheme !== '' && !protocols.includes(scheme)) return msg('This service sends with another protocol.');
  return /^[^\s/?#]/.test(typed.slice(scheme === '' ? 0 : scheme.length + 3)) && !/\s/.test(typed)
    ? null
    : msg('Not a valid address. Enter host, port and path.');
}

export function typedAddress({ protocol, address }: { protocol: string; address: string }): string {
  const typed = address.trim();
  return schemeOf(typed) === '' ? `${protocol}${typed.replace(/^\/+/, '')}` : asArgument(typed);
}

export const addressWithLogin = (settings: {
  protocol: string;
  address: string;
  username: string;
  password: string;
}): string => withCredentials(typedAddress(settings), settings.username.trim(), settings.password);

/** UDP and TCP have no default port. */
export const portFault = (address: string): string | null =>
  address.trim() === '' || /:\d+(?:[/?].*)?$/.test(address.trim())
    ? null
    : msg('The port is missing. Enter the address as host:port.');

/** Codec tags of MP4: copied streams carry the tag of MPEG-TS, which the MP4 muxer rejects. */
const MP4_TAGS = new Map(Object.entries({ h264: 'avc1', hevc: 'hvc1', aac: 'mp4a', mp3: 'mp4a' }));

export const mp4Tags = (streams: readonly Stream[], copied: readonly string[] = []): string[] =>
  streams.flatMap(({ type, codec }) => {
    const tag = copied.includes(type) ? MP4_TAGS.get(codec) : undefined;
    return tag === undefined ? [] : [`-tag:${type === 'video' ? 'v' : 'a'}`, tag];
  });

export const storedChoice = (value: string) => ({ value, label: value, storedOnly: true as const });
