import { canDemux, type Skills } from '../encoding/skills.ts';

/** Replaces half surrogates, which stored texts may hold: encoding them would throw. */
export const encodePath = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));

/** How ffmpeg treats an address: protocols of one class take the same options. '' when there is no scheme. */
export type AddressClass = string;

// The class of characters is wider than a scheme's (it reads '.' to ':'), as in every existing installation.
const SCHEME = /^([a-z][a-z0-9.+-:]*):\/\//i;
const WITH_CREDENTIALS = ['amqp', 'ftp', 'http', 'icecast', 'mms', 'rtmp', 'sftp', 'rtsp'];

export const schemeOf = (address: string): string => SCHEME.exec(address.trim())?.[1] ?? '';

/** Protocols in front of each other, such as `crypto+https:` or `async:http:`. */
const PROTOCOLS = /^\s*(?:[a-z][a-z0-9+.-]*:)+(?=\/\/)/i;

/** ffmpeg compares protocols in lower case only, so the protocol is written so; the rest stays as typed. */
export const asArgument = (address: string): string =>
  address.replace(PROTOCOLS, (protocols) => protocols.toLowerCase());

export function classOf(address: string): AddressClass {
  const scheme = schemeOf(address).toLowerCase();
  const known = ['rtmp', 'http', 'mmst', 'mmsh', 'rtsp'].find((name) => scheme.includes(name));
  return known === 'mmst' || known === 'mmsh' ? 'mms' : (known ?? scheme);
}

export const isAddress = (address: string): boolean => classOf(address) !== '';
export const takesCredentials = (address: string): boolean => WITH_CREDENTIALS.includes(classOf(address));

const LISTENS = [
  // Datagrams come to a port of this machine; those of a group can be read by many.
  /^(udp|udplite|rtp):\/\/(?!@?2(2[4-9]|3\d)\.)/i,
  /^(unix|tcp|srt|rtmp[a-z]*|https?):\/\/.*[?&](listen(=1|&|$)|mode=(listener|rendezvous))/i,
  // Without a host.
  /^srt:\/\/:/i,
];

export const listens = (address: string): boolean => LISTENS.some((form) => form.test(address.trim()));

/** Whether this core's ffmpeg can read from there. RTSP is a format to ffmpeg, not a protocol. */
export function isReadable(address: string, skills: Pick<Skills, 'protocols' | 'formats'>): boolean {
  const { protocols } = skills;
  const rtsp = canDemux(skills, 'rtsp') ? ['rtsp'] : [];
  const rtsps = rtsp.length > 0 && protocols.input.includes('tls') ? ['rtsps'] : [];
  return [...protocols.input, ...rtsp, ...rtsps].includes(schemeOf(address).toLowerCase());
}

/** ffmpeg sends no login at all to these for a user without a password, unless there is a place for it. */
const ASKS_PASSWORD = ['http', 'rtsp'];

/** The address with user and password in it; what is empty leaves the address's own. */
export function withCredentials(address: string, username: string, password: string): string {
  if ((username === '' && password === '') || !takesCredentials(address)) return address;
  const found = /^([^/]+:\/\/)(?:([^/?#]*)@)?(.*)/s.exec(address.trim());
  // A slash before the scheme: what this is cannot be told, so nothing of it is lost.
  if (found === null) return address;
  const [, scheme = '', login = '', rest = ''] = found;
  const [user = '', ...secret] = login.split(':');
  const kind = classOf(address);
  // Of RTMP ffmpeg decodes nothing.
  const written = kind === 'rtmp' ? String : encodePath;
  const name = username === '' ? user : written(username);
  const word = password === '' ? secret.join(':') : written(password);
  return `${scheme}${name}${word !== '' || ASKS_PASSWORD.includes(kind) ? `:${word}` : ''}@${rest}`;
}
