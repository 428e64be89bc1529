/** Reads of the wall clock or of stored times, and why a jump is harmless. Everything else uses a monotonic clock. */
interface WallClockUse {
  readonly file: string;
  readonly uses: number;
  /** Why a jump of 30 days ahead or 3 days back is harmless. */
  readonly holds: string;
  /** The test with the jump and a part of its title; omitted for times that are only stored or shown. */
  readonly row?: readonly [test: string, title: string];
}

const SHOWN = 'a time that is only written down, shown or sent: nobody compares it';
const NAME = 'a unique part of an address, so that no cache answers: not read as a time';
const CERTIFICATES = 'server/certificates/certificates.test.ts';

export const WALL_CLOCK_USES: readonly WallClockUse[] = [
  {
    file: 'agent/alarms/alarmDesk.ts',
    uses: 1,
    holds:
      'how long something lasts goes by the steady clock; a message is tried as often as ever, at the latest at once',
    row: ['agent/alarms/outbox.test.ts', 'the oldest if the clock was set back by three days'],
  },
  {
    file: 'agent/alarms/machineFacts.ts',
    uses: 1,
    holds: 'the end of a certificate is a day of the calendar: a clock that is wrong is told of it until it is right',
    row: ['src/media/incident/machineLooks.test.ts', 'with a wrong clock or malformed metrics has no alarm'],
  },
  {
    file: 'agent/control/controlRoutes.ts',
    uses: 1,
    holds:
      'a key of an order is remembered for a day: after a jump forwards it may be forgotten sooner, never kept longer',
    row: ['agent/control/controlStore.test.ts', 'forgets no key where the clock was set back'],
  },
  {
    file: 'agent/control/tokenBook.ts',
    uses: 1,
    holds: 'the end of a token is a time of day',
    row: ['agent/control/controlApi.test.ts', 'is good until its end'],
  },
  {
    file: 'agent/control/tokenRoutes.ts',
    uses: 1,
    holds: 'the end of a token is a time of day',
    row: ['agent/control/controlApi.test.ts', 'is good until its end'],
  },
  {
    file: 'agent/healing.ts',
    uses: 1,
    holds: 'a restart of the future counts as one of now; hours without a restart are those of the clock',
    row: ['agent/healing.test.ts', 'that it had restarted before it was restarted itself'],
  },
  {
    file: 'agent/holdWriter.ts',
    uses: 1,
    holds: 'the age of a playlist, once at the start: a jump just then reconnects its publications once at most',
    row: [
      'src/media/hold/stitchPlaylist.test.ts',
      'continues after a restart of the agent with a clock that was changed by %d s',
    ],
  },
  {
    file: 'agent/journal.ts',
    uses: 1,
    holds: 'ids rise from the newest in the file, or from the time of day where that is later',
    row: ['agent/journal.test.ts', 'have ids that rise from one run to the next'],
  },
  {
    file: 'agent/receivers/deliver.ts',
    uses: 2,
    holds: 'when a message is sent is written down; a wait that a receiver asks for by a date is at most a day',
    row: ['agent/alarms/outbox.test.ts', 'the oldest if the clock was set back, despite a Retry-After of the receiver'],
  },
  {
    file: 'agent/releaseHolds.ts',
    uses: 1,
    holds: 'the interface looks at a note once more after five minutes, whatever time is in it; a release does at once',
    row: ['harness/test/core/releaseHolds.test.ts', 'that is killed at any write is completed by the next one'],
  },
  {
    file: 'agent/sampleCore.ts',
    uses: 1,
    holds:
      'how long something was is by the steady clock; what is stored goes by number, and stays as it is; a jump at the first look ' +
      'takes a start for an outage, as for any channel that was written long ago',
    row: ['agent/historyStore.test.ts', 'loses nothing to a clock that is set %s for a while'],
  },
  {
    file: 'agent/schedule/scheduleRunner.ts',
    uses: 1,
    holds: 'a schedule goes by the calendar: set back, nothing is newer; set ahead, what was passed is late or missed',
    row: [
      'agent/schedule/scheduleRunner.test.ts',
      'does nothing twice where the clock is set back by 20 minutes and then ahead by two hours',
    ],
  },
  {
    file: 'agent/watchClock.ts',
    uses: 1,
    holds: 'this is what finds the jump',
    row: ['agent/watchClock.test.ts', 'is reported with the size of its step'],
  },
  {
    file: 'server/certificates/authority.ts',
    uses: 4,
    holds: 'two times of the authority are compared, never one of ours',
    row: [CERTIFICATES, 'is not renewed early when the clock is set by %d ms'],
  },
  {
    file: 'server/certificates/automaticCertificates.ts',
    uses: 1,
    holds: 'a renewal needs the clock of the authority too, and all waits move along with a clock that is set',
    row: [CERTIFICATES, 'is asked at the same time after the clock is set by %d ms'],
  },
  {
    file: 'server/certificates/readCertificate.ts',
    uses: 2,
    holds: 'the times in the certificate; see automaticCertificates.ts',
    row: [CERTIFICATES, 'is ordered once the clock is set on a machine that starts in 1970'],
  },
  { file: 'server/config/configFile.ts', uses: 1, holds: SHOWN },
  {
    file: 'server/config/index.ts',
    uses: 2,
    holds: 'the times of a run only tell an order, and rise whatever the clock does',
    row: ['server/config/config.test.ts', 'reports a due reload even if the clock jumps'],
  },
  {
    file: 'server/http/files/responsePlan.ts',
    uses: 2,
    holds: 'a file is unchanged if its time is the same, not if it is earlier',
    row: ['server/http/files/responsePlan.test.ts', 'The clock was set back since then.'],
  },
  { file: 'server/http/index.ts', uses: 2, holds: `${SHOWN}; another one tells a restart` },
  {
    file: 'server/http/login/tenants.ts',
    uses: 1,
    holds: 'the provider signs for an hour by its own clock, which must agree with ours at the login alone',
  },
  {
    file: 'server/http/login/tokenLife.ts',
    uses: 2,
    holds: 'tokens of this run end by the steady clock, others by their `exp`',
    row: ['server/http/login/tokens.test.ts', 'live as long as before when the clock is set by %d days'],
  },
  { file: 'server/http/login/tokens.ts', uses: 2, holds: `${SHOWN}; the library does not judge the end` },
  { file: 'server/lock/owner.ts', uses: 2, holds: 'any other time than before is a sign of life' },
  {
    file: 'server/log/clockJumps.ts',
    uses: 1,
    holds: 'finds the jump, and says it once',
    row: ['server/log/clockJumps.test.ts', 'a jump by %d ms is logged once'],
  },
  { file: 'server/log/index.ts', uses: 1, holds: SHOWN },
  {
    file: 'server/metrics/index.ts',
    uses: 2,
    holds: 'figures are kept by the steady clock, and dated by the present one when they are asked for',
    row: ['server/metrics/metrics.test.ts', 'keeps the distance of its points'],
  },
  { file: 'server/process/process.ts', uses: 2, holds: SHOWN },
  { file: 'server/process/processChanges.ts', uses: 1, holds: SHOWN },
  {
    file: 'server/process/run/fileAges.ts',
    uses: 1,
    holds: 'a file is as old as the core has known it; its time is believed after hours without a jump',
    row: ['server/process/run/fileCleanup.test.ts', 'outlive a clock that is wrong by %d ms (A6)'],
  },
  { file: 'server/process/run/runner.ts', uses: 6, holds: SHOWN },
  { file: 'server/rtmp/channel.ts', uses: 1, holds: SHOWN },
  { file: 'server/sessions/index.ts', uses: 1, holds: `${SHOWN}; sessions live by the steady clock` },
  {
    file: 'server/storage/diskStorage.ts',
    uses: 4,
    holds: 'another time is another version; see fileAges.ts for the age',
  },
  {
    file: 'server/storage/memory.ts',
    uses: 3,
    holds: 'the times of all files move along with a clock that is set, so their age stays what it was',
    row: ['server/storage/storage.test.ts', 'dates new files by the clock, and old ones so that their age stays'],
  },
  { file: 'server/util/clockWatch.ts', uses: 1, holds: 'compares both clocks: this is how a jump is found' },
  {
    file: 'server/util/keptFile.ts',
    uses: 9,
    holds:
      'the name of a damaged file and the time of its copy, which are shown; of four damaged files one goes, whatever it is called',
  },
  { file: 'src/api/answers/clockJump.ts', uses: 1, holds: SHOWN },
  { file: 'src/api/answers/restoredFiles.ts', uses: 1, holds: SHOWN },
  {
    file: 'src/app/browser/createBrowser.ts',
    uses: 1,
    holds: 'before the login, for a countdown of seconds; then pageClock.ts takes its place',
  },
  { file: 'src/features/live/timeline/Timeline.tsx', uses: 1, holds: 'the name of a file' },
  {
    file: 'src/features/setup/player/PlaybackTab.tsx',
    uses: 1,
    holds: 'the beginning of a show that the operator has entered, compared with the steady time of the page',
  },
  {
    file: 'src/features/shared/restart/detectRestart.ts',
    uses: 2,
    holds: 'two times of one run of the core; see server/config/index.ts',
  },
  { file: 'src/features/shared/warnings/CoreWarnings.tsx', uses: 2, holds: SHOWN },
  {
    file: 'src/media/diagnosis/coreLog.ts',
    uses: 1,
    holds:
      'lines and runs both have the time of the core: after a jump within a run lines may be missed, so no cause is named, never a wrong one',
  },
  {
    file: 'src/media/run/pageClock.ts',
    uses: 1,
    holds: 'the page goes on steadily, and follows nothing but sleep',
    row: ['src/media/run/pageClock.test.ts', 'the clock of a page ignores a step of the wall clock by %d ms'],
  },
  {
    file: 'src/media/schedule/localTime.ts',
    uses: 1,
    holds: 'the time that a rule is given is read as it is written: no clock is asked',
  },
  {
    file: 'src/media/schedule/nextBegin.ts',
    uses: 1,
    holds: 'a beginning is written as it is given: no clock is asked',
  },
  {
    file: 'src/ui/player/showLiveVideo.ts',
    uses: 1,
    holds: 'a time of day that does not fit what is measured steadily does not count',
    row: ['src/ui/player/liveDelay.test.ts', 'on a machine whose clock is set by 30 days'],
  },
  { file: 'src/viewer/browser/countViews.ts', uses: 1, holds: 'a unique name of the visit' },
  {
    file: 'src/viewer/browser/messageCard.ts',
    uses: 1,
    holds: 'the beginning by the schedule; the caller gives the time',
  },
  {
    file: 'src/viewer/browser/player.ts',
    uses: 4,
    holds: 'the countdown goes by the clock of the server and a steady one, and looks anew with each answer',
    row: ['src/viewer/browser/player.test.ts', 'counts down steadily while the clock of the viewer is set by %d days'],
  },
  { file: 'src/viewer/browser/playerPanels.ts', uses: 1, holds: NAME },
  { file: 'src/viewer/browser/site/watchFigures.ts', uses: 1, holds: NAME },
  { file: 'src/viewer/browser/stream/prefetchStream.ts', uses: 1, holds: NAME },
  {
    file: 'src/viewer/browser/stream/prefetchedReplies.ts',
    uses: 2,
    holds: 'fields of a request that video.js fills so itself; what is measured is steady',
  },
  {
    file: 'src/viewer/browser/website.ts',
    uses: 1,
    holds: 'the countdown of a page without an answer of the server has no other clock, and is right again with it',
  },
  {
    file: 'src/viewer/player/countdown.ts',
    uses: 1,
    holds: 'the beginning that the operator has entered; the caller gives the time',
  },
  {
    file: 'src/viewer/player/playbackRecovery.ts',
    uses: 1,
    holds: 'two times of one answer of the server; one that lies ahead is unknown',
    row: ['src/viewer/browser/player.test.ts', 'even if the clock of the server was set back since'],
  },
  { file: 'src/viewer/player/settings.ts', uses: 1, holds: 'whether what was entered is a time' },
  { file: 'src/viewer/website/pageSections.ts', uses: 2, holds: 'two beginnings that the operator has entered' },
];
