/** At least one journey per capability of the README (`capabilities`), and one per remaining spec file (`others`). */

/** A file of e2e/specs, and a title without its tags. */
export type JourneyName = readonly [spec: string, title: string];

export const capabilities: Readonly<Record<string, readonly JourneyName[]>> = {
  'Ingest:': [
    ['ingest', 'a new operator registers, enters a source in the wizard, and watches it live'],
    ['firstStream', 'a beginner gets from the login to a live channel with OBS by keyboard on a phone'],
    ['ingest', 'the wizard waits for a pushed stream and continues when it arrives'],
    ['ingest', 'a wrong address is explained, and the corrected one works'],
    ['devices', 'a Raspberry Pi camera is reported missing until it is plugged in'],
  ],
  'Passthrough:': [['ingest', 'a source with HEVC is re-encoded for browsers']],
  'Silent audio track': [['ingest', 'a source without audio gets silence']],
  Restreaming: [
    ['publicationProtocols', 'RTMP: what arrives can be decoded, and the key is stored as a secret'],
    ['publicationProtocols', 'Icecast: a tone arrives'],
    [
      'publications',
      'a failing publication is named in the verdict, keeps its place and shows the cause, and all start and stop together',
    ],
    ['preflight', 'a healthy channel passes every check'],
  ],
  'HLS playback': [['fixtures', 'a pulled stream plays as HLS in a browser, also after the core was restarted']],
  'Player page': [['player', 'the settings of the player are edited, previewed and saved']],
  'Nothing is lost:': [
    ['moving', 'a channel moves with its keys to a fresh core, and no damaged file changes anything (en)'],
  ],
  Website: [['website', 'the website is published, plays, shows figures, is shared, and is taken down']],
  Edges: [['edge', 'an edge delivers to viewers, counts them, and tells them when it is full']],
  'Monitoring:': [['mainMenu', 'the resources show details on hover, on focus and on a press']],
  'Automatic reconnect': [['channel', 'a channel stops, starts, and recovers after its source was lost']],
  Settings: [
    ['settings', 'a setting rejected by the core is marked at its field and on its tab'],
    ['settings', 'the RTMP server moves to another port and requires its token'],
  ],
  'English, French, German, Italian, Portuguese, Russian and Spanish': [
    ['mainMenu', 'the language changes to German and back, before and after the login, and is remembered'],
    ['accessibility', 'the whole set-up works by keyboard alone'],
    ['accessibility', 'the login: every screen is accessible'],
  ],
  'Works with any datarhei Core 15 or 16': [
    ['foreignCore', 'a link to a foreign core (login) sends nothing there before its address is confirmed'],
    ['session', 'an open page survives an outage of the core'],
  ],
};

export const others: readonly JourneyName[] = [
  ['longList', 'every row of a long list is reached by Tab, and names its publication before it is in view'],
  ['encoderChanges', 'HEVC that this ffmpeg cannot read is named before the set-up continues'],
  ['webPageAsSource', 'the stream found in a web page is proposed, and goes live by keyboard'],
  ['typedFigures', 'a typed bitrate is parsed, or rejected at its field (Deutsch)'],
  ['expertDoors', 'the debug report and the expert fields are reached by keyboard on a phone (de)'],
  ['websiteDesign', 'a template is previewed before saving, overwritten, kept unchanged, and deleted'],
  ['channelList', 'leaving the half-filled set-up of a new channel asks for confirmation'],
  ['channelEdit', 'a channel is deleted from the list, and the last one from its own screen'],
  ['httpsDiagnosis', 'the settings of a core without a hostname list what HTTPS needs'],
  ['unusualChannelNames', 'one malformed process does not block the rest'],
  ['concurrentEdits', 'two operators see what the other changes, and confirm before they overwrite it'],
  ['dataAfterRestart', 'a restart keeps the user, the channel and its picture'],
  ['control', 'an operator creates an API token, which stops a channel, and revokes it'],
  ['session', 'a login with a wrong password fails, and with the right one succeeds'],
  ['session', 'the first visitor registers and is logged in'],
  ['crossSite', 'uploaded files do not run scripts, and cannot read the interface'],
  ['identityProviderLogin', 'the login offers the hosted service and a password'],
  ['updateCheck', 'no update request is sent before the operator allows it'],
];

/** Spec files that only run every night, and why. */
export const NIGHTLY_SPECS: Readonly<Record<string, string>> = {
  alarms:
    'waits two minutes for a fall and its end; src/screens/AlarmsScreen.test.tsx has each act, agent/alarms each message',
  schedule:
    'waits two minutes for a beginning; src/screens/ScheduleScreen.test.tsx has each act, agent/schedule each run on time or late',
  verdictUnderLoad: 'it takes all of the processor, as `underLoad.test.ts` does by recorded answers',
  layoutShift:
    'measures shifts of the layout while a stream begins; src/screens/ChannelScreen.test.tsx has the same places',
  layoutShiftOfScreens: 'every screen in two widths; layoutShift.spec.ts has the channel page',
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
  revisions:
    'three channels that go live; src/features/revisions.test.ts restores every kind of save, src/screens/VersionsScreen.test.tsx by the screen',
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
  seenToArrive:
    'waits for looks of the agent and for a platform that plays later; agent/look and agent/proof have each state, harness/test/core/looksLive.test.ts and proofs.soak.ts the agent',
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

export const quickJourneys: readonly JourneyName[] = [...Object.values(capabilities).flat(), ...others];
