import { PACE, type Pace, type PaceName } from './pace.ts';

interface PaceText {
  asks: string;
  on: string;
}

const EVERYWHERE = 'Every screen';
const CHANNEL = 'Channel page';
const LISTS = 'List of channels, multiview';
const SOURCE_FORMS = 'Wizard, form of a source';

const TEXTS: Readonly<Record<PaceName, PaceText>> = {
  channelStates: { asks: 'the processes of the channel, with their states', on: CHANNEL },
  allChannels: { asks: 'all channels, with states and metadata, so that changes by others show', on: EVERYWHERE },
  audience: { asks: 'viewers and their bandwidth', on: CHANNEL },
  edges: { asks: 'viewers of the edges, at the edges', on: CHANNEL },
  files: { asks: 'segments and the snapshot', on: CHANNEL },
  recordedFiles: { asks: 'files of recordings that run', on: CHANNEL },
  publishedAgain: { asks: 'whether the encoder publishes again, between two tries', on: CHANNEL },
  arrivingStream: { asks: 'what the encoder sends, where it pushes by RTMP', on: CHANNEL },
  source: { asks: 'the newest segment', on: 'Source panel' },
  hold: {
    asks: 'what is on the air, of one channel after the other, where a publication is protected by a standby image',
    on: EVERYWHERE,
  },
  firstSegment: { asks: 'whether there is a playlist, at a start', on: 'Source panel' },
  resources: { asks: 'CPU, memory and disk', on: EVERYWHERE },
  thumbnails: { asks: 'states of the channels that are shown', on: LISTS },
  snapshots: { asks: 'snapshots', on: LISTS },
  levels: { asks: 'the newest segment of one channel after the other', on: 'Multiview' },
  header: {
    asks: 'the state of the selected channel; of all channels if the alarm is on',
    on: 'Every screen without the rows above',
  },
  hiddenAlarm: { asks: 'the states of all channels', on: 'Hidden tab, if the alarm is on' },
  agentAlarm: { asks: 'what the agent tells as wrong, if the alarm is on', on: EVERYWHERE },
  failureLogs: { asks: 'the log of one process that failed', on: LISTS },
  details: { asks: 'one process, with its log', on: 'Details of a process' },
  renditions: { asks: 'what is encoded how often', on: 'Renditions' },
  renditionStart: { asks: 'a rendition that starts, for 20 s', on: 'Renditions' },
  holdStart: { asks: 'whether the agent has begun, for 20 s after a save', on: 'Standby image' },
  recordings: { asks: 'files of recordings', on: 'Recordings' },
  recordingGuard: { asks: 'the size of recordings', on: EVERYWHERE },
  publishedKeys: { asks: 'streams that arrive', on: 'Form of a source' },
  firstPublished: { asks: 'whether the pushed stream has arrived', on: 'Wizard' },
  probePicture: { asks: 'whether the picture is taken', on: SOURCE_FORMS },
  preparedFile: { asks: 'the progress of a file that is prepared', on: SOURCE_FORMS },
  encoderTest: { asks: 'whether the test of an encoder has ended', on: 'Encoder test' },
  ffmpegTrial: { asks: 'whether the trials of ffmpeg have ended', on: 'Trial of ffmpeg' },
  settings: { asks: 'the config of the core', on: 'Settings' },
  agent: { asks: 'the state of the agent, and where it is', on: 'History, Alarms, Schedule' },
  agentHistory: { asks: 'what the agent has seen of one channel or publication, at the agent', on: 'History' },
  movedEncoders: { asks: 'which encoders have found the new address', on: 'Settings, after a move' },
  systemLog: { asks: 'the log of the core', on: 'Settings' },
  alarms: { asks: 'receivers, settings, incidents and deliveries, at the agent', on: 'Alarms' },
  schedule: { asks: 'rules and how they went, at the agent', on: 'Schedule' },
  tokens: { asks: 'tokens of programs, at the agent', on: 'API access' },
  nextChange: {
    asks: 'the next change of each channel, at the agent, if there are rules; also when one was due',
    on: EVERYWHERE,
  },
  website: { asks: 'what others save of the website', on: 'Website' },
  releases: { asks: 'newer releases, at the server of releases', on: 'Every screen, if the operator has chosen it' },
  picture: { asks: 'the picture that plays, in the page', on: CHANNEL },
  upload: { asks: 'the progress of an upload, in the page', on: SOURCE_FORMS },
  startupNotice: { asks: 'nothing: the notice is shown again', on: 'Start of the core' },
  waitingNotice: { asks: 'nothing: the notice is shown again', on: 'Saves that wait for others' },
};

const secondsOf = (ms: number) => (ms === 3_600_000 ? '1 h' : `${ms / 1000} s`);

const besideOf = ({ beside = [] }: Pace) =>
  beside
    .map(({ others, everyMs }) => `${everyMs === null ? 'off' : secondsOf(everyMs)} with \`${others.join('`, `')}\``)
    .join('; ');

const rowOf = (name: string, pace: Pace, { asks, on }: PaceText) => {
  const beside = besideOf(pace);
  return `- \`${name}\`, every **${secondsOf(pace.everyMs)}**${beside && ` (${beside})`}: ${asks}. ${on}.`;
};

export function paceRows(): string {
  const texts: Readonly<Record<string, PaceText>> = TEXTS;
  return Object.entries<Pace>(PACE)
    .map(([name, pace]) => rowOf(name, pace, texts[name] ?? { asks: '', on: '' }))
    .join('\n');
}
