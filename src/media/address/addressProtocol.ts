import { canDemux, type Skills } from '../encoding/skills.ts';

/** Stored texts may hold half surrogates, and encoding those would throw. */
export const encodePath = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));

/** Protocols of one class take the same options of ffmpeg; '' without a scheme. */
export type AddressClass = string;

// The character class also matches '.' to ':', and stored addresses depend on that.
const SCHEME = /^([a-z][a-z0-9.+-:]*):\/\//i;
const WITH_CREDENTIALS = ['amqp', 'ftp', 'http', 'icecast', 'mms', 'rtmp', 'sftp', 'rtsp'];

export const schemeOf = (address: string): string => SCHEME.exec(address.trim())?.[1] ?? '';

/** Nested protocols, such as `crypto+https:` or `async:http:`. */
const PROTOCOLS = /^\s*(?:[a-z][a-z0-9+.-]*:)+(?=\/\/)/i;

/** ffmpeg only recognizes lowercase protocols. */
export const asArgument = (address: string): string =>
  address.replace(PROTOCOLS, (protocols) => protocols.toLowerCase());

export function classOf(address: string): AddressClass {
  const scheme = schemeOf(address).toLowerCase();
  const protocol = ['rtmp', 'http', 'mmst', 'mmsh', 'rtsp'].find((name) => scheme.includes(name));
  return protocol === 'mmst' || protocol === 'mmsh' ? 'mms' : (protocol ?? scheme);
}

export const isAddress = (address: string): boolean => classOf(address) !== '';
export const takesCredentials = (address: string): boolean => WITH_CREDENTIALS.includes(classOf(address));

const LISTENS = [
  // Excludes multicast, which many machines can read.
  /^(udp|udplite|rtp):\/\/(?!@?2(2[4-9]|3\d)\.)/i,
  /^(unix|tcp|srt|rtmp[a-z]*|https?):\/\/.*[?&](listen(=1|&|$)|mode=(listener|rendezvous))/i,
  /^srt:\/\/:/i,
];

export const listens = (address: string): boolean => LISTENS.some((form) => form.test(address.trim()));

/** RTSP is a format in ffmpeg, not a protocol. */
export function isReadable(address: string, skills: Pick<Skills, 'protocols' | 'formats'>): boolean {
  const { protocols } = skills;
  const rtsp = canDemux(skills, 'rtsp') ? ['rtsp'] : [];
  const rtsps = rtsp.length > 0 && protocols.input.includes('tls') ? ['rtsps'] : [];
  return [...protocols.input, ...rtsp, ...rtsps].includes(schemeOf(address).toLowerCase());
}

/** ffmpeg sends the login of a user without a password only if the colon is there. */
const ASKS_PASSWORD = ['http', 'rtsp'];

/** An empty user or password keeps the one in the address. */
export function withCredentials(address: string, username: string, password: string): string {
  if ((username === '' && password === '') || !takesCredentials(address)) return address;
  const found = /^([^/]+:\/\/)(?:([^/?#]*)@)?(.*)/s.exec(address.trim());
  if (found === null) return address;
  const [, scheme = '', login = '', rest = ''] = found;
  const [user = '', ...secret] = login.split(':');
  const kind = classOf(address);
  // ffmpeg does not decode RTMP logins.
  const written = kind === 'rtmp' ? String : encodePath;
  const name = username === '' ? user : written(username);
  const word = password === '' ? secret.join(':') : written(password);
  return `${scheme}${name}${word !== '' || ASKS_PASSWORD.includes(kind) ? `:${word}` : ''}@${rest}`;
}
