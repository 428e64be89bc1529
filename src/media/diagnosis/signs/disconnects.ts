import { AT_INPUT, AT_OUTPUT, type ParsedRun, type Sign, sign, WHILE_OPENING, WHILE_RUNNING } from '../parseRun.ts';
import { ADDRESS_LIST, hasNoUser, isForeignName, isProxy, RESOLVED } from './addressConditions.ts';

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

const WROTE =
  'av_interleaved_write_frame\\(\\): |Error submitting a packet to the muxer: |Error writing trailer of \\S+: ';
const wrote = (reasons: string) => new RegExp(`(?:${WROTE})(?:${reasons})`);
const READ = '\\] Error during demuxing: |^[a-z][a-z0-9+.-]{1,19}:\\/\\/\\S+: |^\\/dev\\/\\S+: ';
const read = (reasons: string) => new RegExp(`(?:${READ})(?:${reasons})`);

/** Seconds until a platform rejects a wrong key. */
const SOON_S = 2.5;
const FEW_KB = 16;
/** Seconds after which the key has been checked, however little was sent. */
const LONG_S = 10;
const SUMMARY = /video:\s*(\d+)ki?B audio:\s*(\d+)ki?B/i;
function isSoon({ all, run: { seconds } }: ParsedRun) {
  if (seconds !== null && seconds >= LONG_S) return false;
  const sent = all.findLast((line) => SUMMARY.test(line));
  const kb = sent === undefined ? null : Number(SUMMARY.exec(sent)?.[1]) + Number(SUMMARY.exec(sent)?.[2]);
  if (kb !== null && kb > 0) return kb < FEW_KB || (kb < 4 * FEW_KB && seconds !== null && seconds < SOON_S);
  return seconds !== null && seconds <= 4;
}

const NETWORK = /^(?!file:)[a-z][a-z0-9+.-]{1,19}:\/\//i;
export const DISCONNECT: readonly Sign[] = [
  sign('send-forbidden', wrote('Operation not permitted|Permission denied')),
  sign('unreachable', wrote('Network is unreachable|No route to host|Host is unreachable')),
  sign('refused', wrote('Connection refused')),
  sign('wrong-protocol', wrote('Broken pipe|Connection reset'), { beside: /^Output #\d+, flv, to 'https?:/ }),
  sign('target-stalled', wrote('Connection timed out'), { role: 'target' }),
  sign(
    'closed-after-start',
    wrote('Broken pipe|Connection reset|Input\\/output error|End of file|Connection timed out'),
    { when: isSoon },
  ),
  sign(
    'connection-lost',
    wrote(
      'Broken pipe|Connection reset|Input\\/output error|End of file|Connection timed out|Connection aborted|Cannot send',
    ),
  ),
  sign('bitstream', wrote('Invalid data found')),
  sign('timestamps', wrote('Invalid argument'), { beside: /[Nn]on-monoton|pts .*dts|unset/ }),
  sign('connection-lost', /upload segment failed|URL read error/, { role: 'target' }),
  sign('receive-overrun', /Circular buffer overrun/, { ...WHILE_RUNNING, beside: read('Input\\/output error') }),
  sign('no-packets', read('(?:Connection|Operation) timed out'), {
    ...WHILE_RUNNING,
    beside: /video:\s*0ki?B audio:\s*0ki?B/i,
  }),
  sign(
    'source-lost',
    read('Connection reset by peer|(?:Connection|Operation) timed out|Network is|No route|Connection aborted'),
    WHILE_RUNNING,
  ),
  sign('source-lost', /Failed reading RTSP data: (?:Connection reset|Connection timed out)/, WHILE_RUNNING),
  sign('device-unplugged', read('No such device'), { ...WHILE_RUNNING, without: /driver changed the/ }),
  sign('source-ended', read('Input\\/output error|End of file|Broken pipe|Immediate exit'), WHILE_RUNNING),
  sign('source-ended', /Stream ends prematurely|Failed reading RTSP data/),
];

const LAST =
  '(?:Error opening (?:in|out)put(?: \\S+)?: |Error opening (?:in|out)put files: |^[^\\[]\\S*: |^[^\\[][^:]{0,200}: )';
const last = (reasons: string) => new RegExp(`${LAST}(?:${reasons})`);

export const BARE_DISCONNECT: readonly Sign[] = [
  sign('not-found', last('No such file or directory'), { ...WHILE_OPENING, address: NETWORK }),
  sign('device-missing', last('No such file or directory'), { ...WHILE_OPENING, ...AT_INPUT, address: /^\/dev\// }),
  sign('folder-missing', last('No such file or directory'), { ...WHILE_OPENING, ...AT_OUTPUT }),
  sign('file-missing', last('No such file or directory'), WHILE_OPENING),
  sign('disk-permission', last('Permission denied'), { ...WHILE_OPENING, ...AT_OUTPUT }),
  sign('file-permission', last('Permission denied'), WHILE_OPENING),
  sign('file-folder', last('Is a directory')),
  sign('protocol-unknown', last('Protocol not found')),
  sign('transport', last('Protocol not supported')),
  sign('login-needed', /authorization failed/, { when: hasNoUser }),
  sign('login-wrong', /authorization failed/),
  sign('forbidden', /access denied/),
  sign('refused', last('Connection refused')),
  sign('no-answer', last('Immediate exit requested')),
  sign('no-answer', last('(?:Connection|Operation) timed out')),
  sign('wrong-protocol', last('Connection reset by peer'), WHILE_OPENING),
  sign('no-answer', last('Input\\/output error'), {
    ...WHILE_OPENING,
    address: /^rtmp/i,
    when: ({ interrupted }) => interrupted,
  }),
  sign('waiting-push', last('Input\\/output error|Operation not permitted|End of file'), {
    ...WHILE_OPENING,
    ...AT_INPUT,
    when: ({ run }) => run.pushed === true,
  }),
  // These lines give no reason, only the time does.
  sign('no-answer', last('Input\\/output error|Invalid data found|Operation not permitted|End of file|Unknown error'), {
    ...WHILE_OPENING,
    when: ({ waited }) => waited,
  }),
  sign('rtmp-closed', last('Input\\/output error|Operation not permitted|End of file|Unknown error'), {
    ...WHILE_OPENING,
    address: /^rtmp/i,
  }),
  sign('no-answer', last('Input\\/output error'), { ...WHILE_OPENING, address: /^srt:/i }),
  sign('redirect-loop', last('Input\\/output error'), { ...WHILE_OPENING, ...AT_INPUT, address: /^https?:/i }),
  // The session of a silent camera ends without a message.
  sign('no-answer', last('Invalid data found'), {
    ...WHILE_OPENING,
    address: /^rtsp/i,
    when: ({ interrupted }) => interrupted,
  }),
  sign('address-list', /Invalid data found/, { ...WHILE_OPENING, side: 'in', address: ADDRESS_LIST }),
  sign('not-media', last('Invalid data found'), WHILE_OPENING),
  sign('bad-request', /Server returned 400|4XX Client Error/),
  sign('not-media', /Invalid data found when processing input/),
  sign('option-value', last('Numerical result out of range')),
  sign('hardware-missing', last('Operation not permitted')),
  sign('refused', /Connection refused/),
];
