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
  allChannels: {
    asks: 'all channels, with states and metadata, so that changes made elsewhere appear',
    on: EVERYWHERE,
  },
  audience: { asks: 'viewers and their bandwidth', on: CHANNEL },
  edges: { asks: 'viewers of the edges, requested from the edges', on: CHANNEL },
  files: { asks: 'segments and the snapshot', on: CHANNEL },
  recordedFiles: { asks: 'files of running recordings', on: CHANNEL },
  publishedAgain: { asks: 'whether the encoder publishes again, between two retries', on: CHANNEL },
  arrivingStream: { asks: 'the stream of an encoder that pushes over RTMP', on: CHANNEL },
  source: { asks: 'the newest segment', on: 'Source panel' },
  hold: {
    asks: 'what is on air, one channel after another, if a publication is protected by a standby image',
    on: EVERYWHERE,
  },
  firstSegment: { asks: 'whether there is a playlist, after a start', on: 'Source panel' },
  resources: { asks: 'CPU, memory and disk', on: EVERYWHERE },
  thumbnails: { asks: 'states of the visible channels', on: LISTS },
  snapshots: { asks: 'snapshots', on: LISTS },
  levels: { asks: 'the newest segment, one channel after another', on: 'Multiview' },
  header: {
    asks: 'the state of the selected channel; of all channels if the alarm is on',
    on: 'Every screen without the rows above',
  },
  hiddenAlarm: { asks: 'the states of all channels', on: 'Hidden tab, if the alarm is on' },
  agentAlarm: { asks: 'faults that the agent reports, if the alarm is on', on: EVERYWHERE },
  failureLogs: { asks: 'the log of one failed process', on: LISTS },
  details: { asks: 'one process, with its log', on: 'Details of a process' },
  renditions: { asks: 'how often each rendition is encoded', on: 'Renditions' },
  renditionStart: { asks: 'a starting rendition, for 20 s', on: 'Renditions' },
  holdStart: { asks: 'whether the agent has started, for 20 s after a save', on: 'Standby image' },
  recordings: { asks: 'files of recordings', on: 'Recordings' },
  recordingGuard: { asks: 'the size of recordings', on: EVERYWHERE },
  publishedKeys: { asks: 'incoming streams', on: 'Form of a source' },
  firstPublished: { asks: 'whether the pushed stream has arrived', on: 'Wizard' },
  probePicture: { asks: 'whether the picture is ready', on: SOURCE_FORMS },
  preparedFile: { asks: 'the progress of the preparation of a file', on: SOURCE_FORMS },
  encoderTest: { asks: 'whether the test of an encoder has ended', on: 'Encoder test' },
  ffmpegTrial: { asks: 'whether the trials of ffmpeg have ended', on: 'Trial of ffmpeg' },
  settings: { asks: 'the config of the core', on: 'Settings' },
  agent: { asks: 'the state and the address of the agent', on: 'History, Alarms, Schedule' },
  agentHistory: { asks: 'the history of one channel or publication, from the agent', on: 'History' },
  movedEncoders: { asks: 'which encoders have switched to the new address', on: 'Settings, after a move' },
  systemLog: { asks: 'the log of the core', on: 'Settings' },
  alarms: { asks: 'receivers, settings, incidents and deliveries, from the agent', on: 'Alarms' },
  schedule: { asks: 'rules and their results, from the agent', on: 'Schedule' },
  tokens: { asks: 'tokens of programs, from the agent', on: 'API access' },
  nextChange: {
    asks: 'the next change of each channel, from the agent, if there are rules; also after a change was due',
    on: EVERYWHERE,
  },
  website: { asks: 'changes of the website by others', on: 'Website' },
  releases: { asks: 'newer releases, from the release server', on: 'Every screen, if the operator has allowed it' },
  picture: { asks: 'the video that plays, within the page', on: CHANNEL },
  upload: { asks: 'the progress of an upload, within the page', on: SOURCE_FORMS },
  startupNotice: { asks: 'no request; the notice is shown again', on: 'Start of the core' },
  waitingNotice: { asks: 'no request; the notice is shown again', on: 'Saves that wait for other saves' },
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
