import type { Cause, Party } from '../../src/media/diagnosis/causes.ts';

/** `field`: the form field that fixes it, null if there is none. `noted`: the text at the field, if it differs. */
export type FailureExpectation = readonly [
  says: string,
  cause: Cause,
  party: Party,
  field: string | null,
  noted?: string,
];
type Situations = Readonly<Record<string, FailureExpectation>>;

/** Failures of publications. `{{name}}` is the publication, named after its case. */
export const DESTINATIONS = {
  rtmp: {
    'asks for a login': ['{{name}} requires a login.', 'login-needed', 'us', 'Stream key'],
    'has no such application': ['{{name}} does not know this application.', 'app-refused', 'us', 'Server'],
    'refuses the key': ['{{name}} rejected the login or stream key.', 'key-refused', 'us', 'Stream key'],
    'has the key in use': ['Another encoder is already sending to {{name}}', 'name-taken', 'target', 'Stream key'],
    'hangs up at publish': ['{{name}} closed the connection without giving', 'rtmp-closed', 'target', 'Stream key'],
    'hangs up at a frame': ['{{name}} closed the connection right', 'closed-after-start', 'target', 'Stream key'],
    'never answers': ['{{name}} did not respond in time.', 'no-answer', 'target', 'Server'],
    'port closed': ['{{name}} refused the connection.', 'refused', 'target', 'Server'],
    'unknown host': ['The hostname of {{name}} could not be resolved.', 'unresolved', 'us', 'Server'],
    'plain at a TLS port': ['The port of {{name}} speaks another protocol.', 'wrong-protocol', 'us', 'Server'],
    'TLS at a plain port': ['{{name}} is not encrypted the way the address says.', 'tls-mismatch', 'us', 'Server'],
    'no common TLS': ['The encrypted connection to {{name}} failed.', 'tls-handshake', 'target', 'Server'],
  },
  own: {
    'wrong token': ['{{name}} rejected the login or stream key.', 'key-refused', 'us', 'Stream key'],
    'wrong application': ['{{name}} does not know this application.', 'app-refused', 'us', 'Server'],
    'SRT, nobody listens': ['{{name}} did not respond in time.', 'no-answer', 'target', 'Address'],
    'SRT, wrong passphrase': ['The SRT passphrase is wrong.', 'srt-passphrase', 'us', 'Passphrase'],
    'Icecast, wrong password': ['{{name}} rejected the login or stream key.', 'login-wrong', 'us', 'Password'],
    'Icecast, mount taken': ['{{name}} does not accept the stream.', 'icecast-refused', 'target', 'Address'],
    'Icecast, no mount': ['The mount point is missing.', 'mount-missing', 'us', 'Address'],
    'encoder not built in': ['The chosen encoder is not available', 'encoder-missing', 'machine', 'Video encoding'],
    'encoder without hardware': ['The hardware for the chosen', 'hardware-missing', 'machine', 'Video encoding'],
    'wrong map': ['{{name}} is set to send a stream that', 'map-missing', 'us', 'Video encoding'],
    'unknown codec in FLV': ['The chosen codec cannot be sent to {{name}}.', 'codec-container', 'us', 'Video encoding'],
    'bitrate of no number': ['The bitrate cannot be used.', 'bitrate', 'us', 'Video encoding'],
  },
} satisfies Readonly<Record<string, Situations>>;

export const SOURCES = {
  'web, port closed': ['The source refused the connection.', 'refused', 'source', 'Address'],
  'web, unknown host': ["The source's hostname could not be resolved.", 'unresolved', 'us', 'Address'],
  'web, 401': ['The source requires a login.', 'login-needed', 'us', 'Username'],
  'web, 401 with a login': ['The source rejected the login.', 'login-wrong', 'us', 'Password'],
  'web, 403': ['The source denied access.', 'forbidden', 'source', 'Address'],
  'web, 404': ['There is no stream at the source address.', 'not-found', 'us', 'Address'],
  'web, 500': ['The source reports an internal error.', 'server-error', 'source', null],
  'web, no video': ['The source sends a format that cannot be read.', 'not-media', 'source', 'Address'],
  'web, silent': ['No data from the source since', 'stale', 'source', 'Stale timeout', 'The source sent no data for'],
  'web, TLS at a plain port': ['The source is not encrypted the way', 'tls-mismatch', 'us', 'Address'],
  'HLS, empty': ['The playlist of the source is still empty.', 'hls-empty', 'source', null],
  'HLS, segments gone': ['Segments of the source are missing.', 'hls-segments-gone', 'source', null],
  'camera, 401': ['The source requires a login.', 'login-needed', 'us', 'Username'],
  'camera, 404': ['There is no stream at the source address.', 'not-found', 'us', 'Address'],
  'camera, 453': ['The source accepts no more connections.', 'server-full', 'source', null],
  'push, nobody sends': ['No data from the source since', 'waiting-push', 'source', null],
  'SRT, nobody listens': ['The source did not respond in time.', 'no-answer', 'source', 'Address'],
  'protocol mistyped': ['The protocol of the address is not known.', 'protocol-unknown', 'us', 'Address'],
  'device missing': ['The device was not found.', 'device-missing', 'machine', 'Address'],
  'file missing': ['The file does not exist.', 'file-missing', 'us', 'Address'],
  'wrong map': ['The source no longer has one of the chosen streams.', 'map-missing', 'us', 'Address'],
  'encoder without hardware': ['The hardware for the chosen', 'hardware-missing', 'machine', 'Video encoder'],
  'filter of no kind': ['The filter is not available on this core.', 'filter-missing', 'us', 'Video encoder'],
  'memory limit': ['The process exceeded its memory limit.', 'limit-memory', 'machine', 'Memory limit'],
} satisfies Situations;
