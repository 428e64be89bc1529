/**
 * The journeys of `make test`: at least one for each capability that the README names (`capabilities`), and one for each
 * file of journeys that no capability brings (`others`). `make test-all` runs all journeys there are.
 */

/** A file of e2e/specs, and the title of a journey in it without its marks. */
export type JourneyName = readonly [spec: string, title: string];

/** By the words in bold of "What it can do". */
export const capabilities: Readonly<Record<string, readonly JourneyName[]>> = {
  'Ingest:': [
    ['ingest', 'first use: register, point the wizard at a stream, watch it live'],
    ['firstStream', 'a beginner goes from the login to a live channel with OBS, by keyboard on a phone'],
    ['ingest', 'a pushed stream: the wizard listens and goes on by itself'],
    ['ingest', 'a wrong address says what is wrong, and the right one leads on'],
    ['devices', 'a Raspberry Pi camera is lacking until it is plugged in'],
  ],
  'Passthrough:': [['ingest', 'a source that sends HEVC is encoded for browsers']],
  'Silent audio track': [['ingest', 'a source without sound gets silence']],
  Restreaming: [
    ['publicationProtocols', 'to an RTMP server: what arrives can be decoded, and the key is where it belongs'],
    ['publicationProtocols', 'a tone to Icecast'],
    [
      'publications',
      'a publication that fails is named on top, keeps its place and says why; all start and stop together',
    ],
    ['preflight', 'a good channel is good in every line'],
  ],
  'HLS playback': [['fixtures', 'a pulled stream is HLS that a browser plays, also after the core came back']],
  'Player page': [['player', 'the player is edited']],
  Website: [['website', 'the website goes on the air, plays, tells figures, is shared, and goes off']],
  Edges: [['edge', 'viewers come by an edge, which counts them and tells them when it is full']],
  'Monitoring:': [['mainMenu', 'resources tell everything by pointing, by focus and by a press']],
  'Automatic reconnect': [['channel', 'stop, start, and what happens when the source dies and comes back']],
  Settings: [
    ['settings', 'what the core refuses stands at its field and marks its tab'],
    ['settings', 'the RTMP server moves, and asks for its token'],
  ],
  'English, French, German, Italian, Portuguese, Russian and Spanish': [
    ['mainMenu', 'German and back, before and after the login; the choice stays'],
    ['accessibility', 'a whole set-up by keyboard alone'],
    ['accessibility', 'the login: for everybody'],
  ],
  'Works with any datarhei Core 15 or 16': [
    ['foreignCore', 'a link to a strange core (login) sends nothing there before its address is confirmed'],
    ['session', 'the core goes away and comes back while the page is open'],
  ],
};

export const others: readonly JourneyName[] = [
  ['longList', 'every row of a long list is reached by Tab, and names its publication before it is in view'],
  ['encoderChanges', 'HEVC that this ffmpeg cannot read is named before setup continues'],
  ['webPageAsSource', 'of a web page the stream in it is proposed, and goes live by keyboard'],
  ['typedFigures', 'a bitrate that is typed is read as what it means, or refused at its field (Deutsch)'],
  ['expertDoors', 'a debug report and the fields for experts are reached by keyboard on a phone (Deutsch)'],
  ['websiteDesign', 'a template is seen before it is saved, overwritten, kept as it was, and deleted'],
  ['channelList', 'a new channel, and a half-filled set-up that asks before it is left'],
  ['channelEdit', 'a channel is deleted from the list, and the only one from its own screen'],
  ['httpsDiagnosis', 'a core without a name is told what HTTPS needs'],
  ['unusualChannelNames', 'one odd process among the others locks nobody out'],
  ['concurrentEdits', 'two operators see what the other does, and are asked before they write over it'],
  ['dataAfterRestart', 'restart keeps data: the user, the channel, its picture'],
  ['control', 'an operator gives a program a token that stops a channel, and takes it away again'],
  ['session', 'login with a wrong, then with the right password'],
  ['session', 'the first visitor registers and is inside'],
  ['crossSite', 'what lies in the memory runs nowhere, and reads nothing of the interface'],
  ['identityProviderLogin', 'the login offers what the hosted service has, and a password'],
  ['updateCheck', 'nobody outside is asked for updates before it is allowed'],
];

/** Files of journeys that are run every night only, and why. */
export const NIGHTLY_SPECS: Readonly<Record<string, string>> = {
  alarms:
    'waits two minutes for a fall and its end; src/screens/AlarmsScreen.test.tsx has each act, agent/alarms each message',
  schedule:
    'waits two minutes for a beginning; src/screens/ScheduleScreen.test.tsx has each act, agent/schedule each run on time or late',
  verdictUnderLoad: 'it takes all of the processor, as `underLoad.test.ts` does by recorded answers',
  layoutShift:
    'measures shifts of the layout while a stream begins; src/screens/ChannelScreen.test.tsx has the same places',
  crop: 'encodes 640x360 for a minute; the arguments of the filter are rows of src/catalog/filters',
  streamArrivalAtServices:
    'a receiver for each service, one after the other; publicationProtocols.spec.ts has RTMP and Icecast',
  encoderTest: 'measures how much this machine can encode',
  everyFfmpeg: 'a whole set-up, and a minute of watching, with each ffmpeg; one of this machine is in all others',
  failureDiagnosis:
    'sixty things that fail in real time; the log of each is a row of harness/test/vectors/judgeRecordedFailures.test.ts',
  firefoxPlayer: 'a second browser, installed for `make test-all`; the other player journeys have the same in Chromium',
  sourcesInBrowsers:
    'two dozen sources in two browsers, ten minutes; harness/test/accepts/passthrough.test.ts has the choice for each',
  playbackRecovery: 'asserts how soon a picture is back; src/viewer/browser/player.test.ts heals without a stream',
  existingInstallation:
    'saves every screen of a whole installation; src/features/recorded.test.ts does it without a browser',
  unknownService: 'waits for a publication of an unknown service; src/features/recorded.test.ts keeps the same',
  multiview: 'asserts a rate of requests while twelve channels are encoded',
  phoneLayout:
    'thirty screens in seven languages, one after the other; accessibility.spec.ts has them at 360 px in English',
  updateCheckTraffic:
    'a network of its own and a browser, three times; src/features/shared/updates asks nobody while it is off',
  pictures: 'draws what the README shows; `make release-check` demands it too',
  pictureInPicture: 'wants a browser with windows, and the quick suite runs one without',
  playerPage: 'waits for a stream that begins in each player; player.spec.ts opens the page as it is edited',
  playerKeyboard: 'reads each panel of two players; the keys are rows of src/viewer/browser/keyboard.test.ts',
  probePicture: 'waits until a source is given up; src/features/source tries its ways without a camera',
  pushIngest: 'two restarts of the core under a pushed stream; ingest.spec.ts has a pushed stream',
  renditionChoice: 'three encoders at a time, watched in four places by two players; player.spec.ts opens the page',
  outputOutage: 'an outage of forty seconds in each direction; twoOutputs.spec.ts has the rows that an operator sees',
  sharedRendition: 'two receivers and three encoders at a time',
  twoOutputs:
    'two minutes of outputs that are lost and come back; src/features/setup/egress/saveOutputs.test.ts cuts each save',
  sourcePanel: 'compares a measured delay with the clock',
  history:
    'waits for samples of the agent, and half a minute without it; src/screens/HistoryScreen.test.tsx has an agent in memory',
  backup:
    'waits for two encoders and the agent; src/media/hold has each rule, harness/test/core/backup.test.ts the agent',
  healing:
    'waits a minute and more for a restart of the agent; src/media/healing has each rule, harness/test/core/healing.test.ts the agent',
  hold: 'waits twice for an encoder and the agent; src/features/setup/slate/slate.test.ts has each save and its failures',
  standbyImage: 'waits twice for an encoder and the agent; src/features/live/hold has the same with an agent in memory',
  srtServer:
    'a restart and a stream that goes through three ffmpegs; harness/test/core/faults/srt.test.ts has the server',
  timeToVerdict: 'asserts what is said a second after something went wrong',
  videoSetupOfLiveChannel:
    'changes the source of a live channel twice; src/screens/SourceScreen.test.tsx does it without a core',
  templatePreview: 'encodes a stream for two templates; websiteDesign.spec.ts has the preview',
  timeline: 'waits until a destination has failed and come back',
  untestedFfmpegTrial: 'takes up to a minute; src/features/setup/encoderTrial tries the same with a core in memory',
  websiteLanguages: 'reads a page fifty-six times; website.spec.ts has the website, harness/tools/texts every text',
  websiteEditing: 'publishes five times; order and code are rows of src/features/website and src/viewer/website',
};

/** Each once, in the order of the tables. */
export const quickJourneys: readonly JourneyName[] = [...Object.values(capabilities).flat(), ...others];
