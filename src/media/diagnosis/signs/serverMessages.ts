import { type Sign, sign, WHILE_OPENING } from '../parseRun.ts';

export const REFUSED_BEFORE: readonly Sign[] = [
  sign('ffmpeg-missing', /^fork\/exec |error while loading shared libraries|executable file not found/),
  sign('max-processes', /max(?:\.|imum) number of (?:running )?processes/i),
  sign('reference-missing', /reference error|unknown process ['"]/i),
  sign('path-outside', /is not inside of|path .{1,200} is outside/i),
  sign(
    'address-blocked',
    /address is not allowed|is not an allowed address|address .{1,200} (?:is|not) (?:blocked|allowed)/i,
  ),
  // A placeholder is only filled in at the start of an address.
  sign('placeholder-left', /\S/, {
    ...WHILE_OPENING,
    address: /:\/\/.*\{(?:memfs|diskfs|fs:mem|fs:disk|rtmp|srt)\b[^}]*\}/,
  }),
  sign(
    'address-malformed',
    /^(?=.{0,200}the address for (?:in|out)put).{0,300}(?:is invalid: parse|invalid port|invalid URL)/i,
  ),
];

/** Messages of servers to readers; the last ones are from the embedded core. */
const NO_STREAM =
  /Server error: .*(?:no such stream|not ?found|no stream|does not exist|unknown stream|nobody publishes)|StreamNotFound/i;

/** Messages of a server take precedence over everything that follows from them. */
export const SERVER_MESSAGES: readonly Sign[] = [
  sign('name-reserved', /Server error: .*\b(?:name (?:is reserved|belongs to)|belongs to a process)/),
  sign('name-taken', /Server error: .*(?:already|in use|conflict|exists)|Publish\.(?:Exists|Conflict)/i),
  sign('login-wrong', /Incorrect user ?name|Server error: .*(?:authfailed|badauth|nosuchuser)/i),
  sign('login-needed', /No credentials set|Server error: .*need auth/i),
  sign(
    'srt-passphrase',
    /Incorrect passphrase|Password required|ERROR:(?:BADSECRET|UNSECURE)|SRTO_PASSPHRASE|passphrase.{1,40}(?:length|short|characters)/i,
  ),
  sign(
    'terminated',
    /Server error: .*(?:terminat|shut ?down|ended|kick|disconnected by|NetConnection\.Connect\.Closed)/i,
  ),
  sign('waiting-push', NO_STREAM, { side: 'in', when: ({ run }) => run.pushed === true }),
  sign('stream-missing', NO_STREAM, { side: 'in' }),
  sign('app-refused', /Server error: .*\b(?:invalid|unknown|wrong|no such) app(?:lication)?\b/i),
  sign(
    'key-refused',
    /Server error: .*(?:stream ?key|stream name|token|bad ?name|not valid|invalid|denied|authori[sz]|forbidden|permission|expired)|Publish\.(?:BadName|Denied|Rejected|Unauthorized)|ERROR:(?:UNAUTHORIZED|FORBIDDEN)/i,
  ),
  sign('app-refused', /Server error: .*\bapp(?:lication)?\b|Connect\.(?:InvalidApp|Rejected)/i),
  sign('rejected', /Server error: \S/),
  sign('stream-missing', /REJECT.*(?:ERROR:NOTFOUND|not ?found)/i),
  sign('name-taken', /REJECT.*(?:ERROR:CONFLICT|ERROR:LOCKED)/i),
  sign('server-full', /REJECT.*ERROR:OVERLOAD|Server is full/i),
  sign('waiting-push', /Peer rejected connection|REJECT reported/, { when: ({ run }) => run.pushed === true }),
  sign('srt-rejected', /Peer rejected connection|rejection HS response|REJECT reported|ERROR:PEER/),
  sign('mount-missing', /No mountpoint/),
];
