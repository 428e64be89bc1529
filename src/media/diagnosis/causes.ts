export type FieldName =
  | 'address'
  | 'application'
  | 'audioEncoder'
  | 'decoder'
  | 'delay'
  | 'device'
  | 'encoder'
  | 'filter'
  | 'key'
  | 'limits'
  | 'memoryLimit'
  | 'options'
  | 'passphrase'
  | 'password'
  | 'path'
  | 'staleTimeout'
  | 'streams'
  | 'transport'
  | 'username';

/** English texts; `{{name}}` is a publication. */
export interface CauseText {
  title: string;
  remedy: string;
  field: FieldName | null;
}

export const causeText = (title: string, remedy: string, field: FieldName | null = null): CauseText => ({
  title,
  remedy,
  field,
});

export const both = (...args: Parameters<typeof causeText>): Record<Role, CauseText> => ({
  source: causeText(...args),
  target: causeText(...args),
});

export type Role = 'source' | 'target';

/** `us`: the operator, in the settings. */
export type Party = 'source' | 'target' | 'machine' | 'us';

export type Severity = 'fatal' | 'warning' | 'none';

/** A condition for guessing a cause, see alternativeCauses.ts. */
export type GuessCondition =
  | ('reads' | 'sends' | 'isPushed')
  | ('hasKey' | 'hasUser' | 'hasProxy' | 'hasHardware' | 'hasEncoder')
  | ('isRtmp' | 'isOwnRtmp' | 'isPlaylist' | 'isSilent' | 'isOtherScheme')
  | ('isStopUntold' | 'hasCpuLimit' | 'hasMemoryLimit');

/** `far`: the source or the target, depending on the process. */
interface Fact {
  party: Party | 'far';
  severity: Severity;
  /** Causes with the same log lines, most likely first. */
  also: readonly string[];
  guessedIf: GuessCondition | null;
}

const always = null;
const fact = (party: Fact['party'], ...also: string[]): Fact => ({
  ...{ party, severity: 'fatal', also, guessedIf: always },
});
const passing = (party: Fact['party'], ...also: string[]): Fact => ({ ...fact(party, ...also), severity: 'warning' });
const harmless = (): Fact => ({ ...fact('us'), severity: 'none' });
const onlyIf = (guessedIf: GuessCondition, fact: Fact): Fact => ({ ...fact, guessedIf });

/** Log lines are in `signs`, texts in causeTexts.ts. */
export const FACTS = {
  'address-blocked': fact('machine'),
  /** A playlist of a web radio, which ffmpeg does not read. */
  'address-list': fact('us'),
  'address-malformed': fact('us'),
  'app-refused': onlyIf('isRtmp', fact('us')),
  'bad-request': fact('us', 'tls-mismatch'),
  bitrate: fact('us'),
  bitstream: fact('us'),
  'bitstream-filter': fact('us'),
  'channel-not-running': fact('source'),
  channels: fact('us'),
  'closed-after-start': fact('far', 'app-refused', 'wrong-protocol'),
  'codec-container': fact('us'),
  'codec-private': passing('us'),
  'codec-unknown': fact('far'),
  'connection-lost': fact('far'),
  damaged: passing('source'),
  'decoder-missing': fact('machine'),
  'device-busy': fact('machine'),
  'device-format': passing('us'),
  'device-missing': fact('machine'),
  'device-permission': fact('machine'),
  'device-unplugged': fact('machine'),
  'device-wrong': fact('us'),
  'disk-full': fact('machine'),
  'disk-permission': fact('machine'),
  'disk-readonly': fact('machine'),
  'dns-unavailable': fact('machine'),
  drm: fact('far'),
  'encoder-missing': onlyIf('hasEncoder', fact('machine')),
  'encoder-setting': fact('us'),
  ended: fact('far'),
  experimental: fact('us'),
  'extension-blocked': fact('far'),
  'ffmpeg-missing': fact('machine'),
  'file-exists': fact('us'),
  'file-folder': fact('us'),
  'file-incomplete': fact('us'),
  'file-missing': fact('us'),
  'file-permission': fact('machine'),
  'filter-file': fact('us'),
  'filter-lost': passing('us'),
  'filter-missing': fact('us'),
  'filter-option-removed': fact('us'),
  'filter-size': fact('us'),
  'filter-with-copy': fact('us'),
  'filter-wrong': fact('us', 'hardware-missing'),
  'folder-missing': fact('us'),
  forbidden: fact('far'),
  'format-missing': fact('us'),
  'format-unknown': fact('machine'),
  framerate: fact('us'),
  'generator-missing': fact('machine'),
  'hardware-decoder-missing': fact('machine'),
  'hardware-missing': onlyIf('hasHardware', fact('machine')),
  'hls-empty': fact('far'),
  'hls-frozen': fact('source'),
  'hls-key': fact('far'),
  'hls-key-wrong': onlyIf('isPlaylist', fact('far')),
  'hls-playlist-gone': fact('far'),
  'hls-segments-gone': fact('far'),
  'icecast-refused': fact('far'),
  'input-missing': fact('us'),
  'key-refused': onlyIf('hasKey', fact('us')),
  killed: fact('machine', 'stale'),
  'limit-cpu': onlyIf('hasCpuLimit', fact('machine', 'limit-memory')),
  'limit-memory': onlyIf('hasMemoryLimit', fact('machine', 'limit-cpu')),
  'login-needed': fact('us', 'login-wrong'),
  'login-wrong': onlyIf('hasUser', fact('us')),
  'map-missing': fact('us'),
  'max-processes': fact('machine'),
  'method-refused': fact('us'),
  'mount-missing': fact('us'),
  'muxing-queue': fact('source'),
  /** Another process of the same core uses the name. */
  'name-reserved': fact('us'),
  'name-taken': onlyIf('sends', fact('far')),
  'no-answer': onlyIf('isSilent', fact('far')),
  'no-keyframe': fact('source'),
  'no-packets': fact('source'),
  'no-progress-seen': fact('us'),
  'no-streams': fact('source'),
  'no-video': fact('source'),
  none: harmless(),
  'not-found': fact('us'),
  'not-media': fact('far', 'no-answer', 'wrong-protocol', 'hls-key-wrong'),
  'nothing-mapped': fact('us'),
  'option-foreign': fact('us'),
  'option-removed': fact('us'),
  'option-unknown': fact('us', 'encoder-missing'),
  'option-value': fact('us'),
  'out-of-memory': fact('machine'),
  'output-lost': passing('machine'),
  'path-outside': fact('us'),
  'pixel-format': fact('us'),
  /** The core only fills in a placeholder at the start of an address. */
  'placeholder-left': fact('us'),
  'port-in-use': fact('machine'),
  'process-limit': fact('machine'),
  'protocol-blocked': fact('far'),
  'protocol-unknown': fact('us'),
  'proxy-refused': onlyIf('hasProxy', fact('us')),
  /** The core rejects the encoder that sends the source. */
  'push-refused': fact('source'),
  'push-app': fact('source'),
  'push-full': fact('source'),
  'push-passphrase': fact('source'),
  'receive-overrun': passing('machine'),
  'redirect-loop': fact('far'),
  'reference-missing': fact('us'),
  refused: fact('far', 'proxy-refused', 'rtmp-off'),
  rejected: fact('far'),
  'resolution-changed': passing('source'),
  'rtmp-closed': fact('far', 'name-taken'),
  'rtmp-off': onlyIf('isOwnRtmp', fact('machine')),
  'rtp-streams': fact('us'),
  'rtsp-session': fact('far'),
  sampling: fact('us'),
  'send-forbidden': fact('machine'),
  'server-error': fact('far'),
  'server-full': fact('far'),
  'source-ended': fact('source'),
  'source-lost': fact('source'),
  'source-stalled': fact('source'),
  'srt-passphrase': fact('us'),
  'srt-rejected': fact('far', 'name-taken'),
  stale: onlyIf('isStopUntold', fact('far')),
  stopped: harmless(),
  'still-image': fact('us'),
  'storage-full': fact('machine'),
  'storage-password': fact('machine'),
  'stream-missing': onlyIf('reads', fact('source')),
  'target-stalled': onlyIf('sends', fact('target')),
  terminated: fact('far'),
  timeout: fact('far'),
  timestamps: passing('source', 'damaged'),
  'tls-certificate': fact('far'),
  'tls-handshake': fact('far', 'tls-mismatch'),
  'tls-mismatch': onlyIf('isOtherScheme', fact('us')),
  'too-many-requests': fact('far'),
  'too-slow': passing('machine'),
  transport: fact('us'),
  unknown: fact('far'),
  unreachable: fact('machine'),
  unresolved: fact('us'),
  'viewer-limit': fact('far'),
  'waiting-push': onlyIf('isPushed', passing('source')),
  'wrong-protocol': fact('us', 'tls-mismatch'),
} satisfies Record<string, Fact>;

export type Cause = keyof typeof FACTS;

export const CAUSES = Object.keys(FACTS) as readonly Cause[];

const isCause = (word: string): word is Cause => Object.hasOwn(FACTS, word);

export const severityOf = (cause: Cause): Severity => FACTS[cause].severity;

export const guessedIf = (cause: Cause): GuessCondition | null => FACTS[cause].guessedIf;

export const alsoOf = (cause: Cause): readonly Cause[] => FACTS[cause].also.filter(isCause);

export function partyOf(cause: Cause, role: Role): Party {
  const { party } = FACTS[cause];
  return party === 'far' ? role : party;
}
