import { msg } from '../../i18n/msg.ts';
import { type Cause, type CauseText, type Party, partyOf, type Role } from './causes.ts';
import { codingTexts } from './texts/codingTexts.ts';
import { connectionTexts } from './texts/connectionTexts.ts';
import { deviceTexts } from './texts/deviceTexts.ts';

const SHORT: readonly (readonly [text: string, causes: readonly Cause[]])[] = [
  [
    msg('Refused'),
    ['refused', 'rejected', 'srt-rejected', 'icecast-refused', 'forbidden', 'proxy-refused', 'rtmp-off'],
  ],
  [msg('Key rejected'), ['key-refused']],
  [msg('Login rejected'), ['login-needed', 'login-wrong']],
  [msg('Name in use'), ['name-taken', 'name-reserved']],
  [msg('Wrong address'), ['address-malformed', 'app-refused', 'not-found', 'unresolved', 'wrong-protocol']],
  [msg('No response'), ['no-answer', 'timeout', 'target-stalled', 'unreachable', 'dns-unavailable']],
  [msg('Connection lost'), ['connection-lost', 'rtsp-session']],
  [msg('Connection closed'), ['closed-after-start', 'rtmp-closed', 'ended', 'terminated']],
  [msg('Server is full'), ['server-full', 'viewer-limit', 'too-many-requests']],
  [msg('Server error'), ['server-error']],
  [msg('Encryption failed'), ['tls-certificate', 'tls-handshake', 'tls-mismatch', 'srt-passphrase']],
  [msg('Disk full'), ['disk-full', 'storage-full', 'push-full']],
  [msg('Too slow'), ['too-slow']],
  [msg('Limit reached'), ['limit-cpu', 'limit-memory']],
  [msg('No stream'), ['channel-not-running', 'source-ended', 'source-stalled', 'source-lost', 'stale']],
  [msg('Wrong settings'), ['encoder-missing']],
];

const BY_PARTY: Readonly<Record<Party, string>> = {
  us: msg('Wrong settings'),
  machine: msg('Server problem'),
  source: msg('Failing'),
  target: msg('Failing'),
};

export const shortCauseTitle = (cause: Cause, role: Role): string =>
  SHORT.find(([, causes]) => causes.includes(cause))?.[0] ?? BY_PARTY[partyOf(cause, role)];

export const causeTexts: Record<Cause, Record<Role, CauseText>> = {
  ...connectionTexts,
  ...codingTexts,
  ...deviceTexts,
};

export const causeTitle = (cause: string, role: Role): string | null =>
  Object.entries(causeTexts).find(([id]) => id === cause)?.[1][role].title ?? null;
