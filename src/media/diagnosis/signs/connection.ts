import { type Sign, sign, WHILE_OPENING } from '../parseRun.ts';
import { isForeignName, isProxy, RESOLVED } from './addressConditions.ts';

export const CONNECTION: readonly Sign[] = [
  sign('address-malformed', RESOLVED, { when: isForeignName }),
  sign('dns-unavailable', /Failed to resolve hostname .*(?:Temporary failure|Try again|System error|Non-recoverable)/),
  sign(
    'unresolved',
    /Failed to resolve hostname|Name or service not known|No address associated|nodename nor servname/,
  ),
  sign(
    'address-malformed',
    /Port missing in uri|Invalid port|Bad URI|Malformed (?:URL|address)|invalid (?:URL|IPv6)|No hostname/i,
  ),
  sign('port-in-use', /Address already in use/),
  sign('proxy-refused', /Connection to tcp:\S+ failed: Connection refused/, { when: isProxy }),
  sign('refused', /Connection to \S+ failed: Connection refused/),
  sign('timeout', /Connection to \S+ failed: (?:Connection|Operation) timed out/),
  sign('unreachable', /Network is (?:unreachable|down)|No route to host|Host is (?:unreachable|down)/),
  sign('tls-handshake', /^\[tls @ .*(?:IO error|handshake|alert|[Ee]rror|SSL_)|Cannot open connection tls:/, {
    ...WHILE_OPENING,
    address: /^(?!rtmp)/i,
  }),
  sign('tls-handshake', /Cannot open connection tls:/, WHILE_OPENING),
  sign('no-answer', /Cannot read RTMP handshake response/, { beside: /Immediate exit requested|timed out/ }),
  sign('wrong-protocol', /RTMP handshake response|handshake (?:failed|error)/i, WHILE_OPENING),
  sign('no-answer', /^\[srt @ .*Connection to \S+ failed: /),
  sign('no-answer', /^\[srt @ .*(?:Connection setup failure|connection time)/i, WHILE_OPENING),
  sign('no-packets', /Failed reading RTSP data: Connection timed out|no packets|UDP timeout|retrying with TCP/i, {
    ...WHILE_OPENING,
    beside: /method SETUP|Could not find codec parameters|UDP timeout|no packets/i,
  }),
  sign('no-answer', /Failed reading RTSP data: (?:Connection|Operation) timed out/, {
    phase: 'reading',
    without: /^Input #/,
  }),
  sign('wrong-protocol', /Failed reading RTSP data: End of file/, {
    phase: 'reading',
    without: /^Input #|Connection reset/,
  }),
];

export const TLS: readonly Sign[] = [
  sign('tls-certificate', /\[tls @ .*(?:certificate|verification|hostname)|certificate verify failed/i),
  sign(
    'tls-mismatch',
    /\[tls @ .*(?:unexpected TLS packet|wrong version number|packet length|unknown protocol|record layer)/i,
  ),
];
