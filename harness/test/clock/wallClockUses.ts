/** Reads of the wall clock or of stored times, and why a jump is harmless. Everything else uses a monotonic clock. */
interface WallClockUse {
  readonly file: string;
  readonly uses: number;
  /** Why a jump of 30 days ahead or 3 days back is harmless. */
  readonly holds: string;
  /** The test with the jump and a part of its title; omitted for times that are only stored or shown. */
  readonly row?: readonly [test: string, title: string];
}

const SHOWN = 'a time that is only stored, shown or sent, never compared';
const NAME = 'a unique part of an address, so that no cache answers: not read as a time';
const CERTIFICATES = 'server/certificates/certificates.test.ts';

export const WALL_CLOCK_USES: readonly WallClockUse[] = [
  {
    file: 'agent/alarms/alarmDesk.ts',
    uses: 1,
    holds: 'durations use the monotonic clock; a jump never delays the next try of a message',
    row: ['agent/alarms/outbox.test.ts', 'the oldest if the clock was set back by three days'],
  },
  {
    file: 'agent/alarms/machineFacts.ts',
    uses: 1,
    holds:
      'the end of a certificate is a calendar date: with a wrong clock, the alarm may be wrong until the clock is right',
    row: ['src/media/incident/machineLooks.test.ts', 'with a wrong clock or malformed metrics has no alarm'],
  },
  {
    file: 'agent/control/controlRoutes.ts',
    uses: 1,
    holds: 'an idempotency key is remembered for a day: a jump ahead may shorten this, but nothing extends it',
    row: ['agent/control/controlStore.test.ts', 'forgets no key if the clock was set back'],
  },
  {
    file: 'agent/control/tokenBook.ts',
    uses: 1,
    holds: 'the end of a token is a calendar time',
    row: ['agent/control/controlApi.test.ts', 'is valid until it expires'],
  },
  {
    file: 'agent/control/tokenRoutes.ts',
    uses: 1,
    holds: 'the end of a token is a calendar time',
    row: ['agent/control/controlApi.test.ts', 'is valid until it expires'],
  },
  {
    file: 'agent/healing.ts',
    uses: 1,
    holds: 'a restart dated in the future counts as one of now',
    row: ['agent/healing.test.ts', 'that it had restarted before its own restart'],
  },
  {
    file: 'agent/holdWriter.ts',
    uses: 1,
    holds:
      'the age of a playlist, read once at the start: a jump at that moment reconnects its publications at most once',
    row: [
      'src/media/hold/stitchPlaylist.test.ts',
      'continues after a restart of the agent with a clock that was changed by %d s',
    ],
  },
  {
    file: 'agent/journal.ts',
    uses: 1,
    holds: 'ids increase from the newest in the file, or from the current time if that is later',
    row: ['agent/journal.test.ts', 'have ids that increase across runs'],
  },
  {
    file: 'agent/look/watchLooks.ts',
    uses: 1,
    holds: 'intervals and ages use the monotonic clock; the wall clock only names the times in a report',
    row: ['agent/look/watchLooks.test.ts', 'continue from the report of a killed agent, and remove what it left'],
  },
  {
    file: 'agent/proof/watchProofs.ts',
    uses: 1,
    holds: 'intervals and ages use the monotonic clock; the wall clock only names the times in a report',
    row: [
      'agent/proof/watchProofs.test.ts',
      'looks on while the memory of the core is full, and reports twice a minute',
    ],
  },
  {
    file: 'agent/receivers/deliver.ts',
    uses: 2,
    holds: 'the time of a message is only stored; a Retry-After date delays it by a day at most',
    row: ['agent/alarms/outbox.test.ts', 'the oldest if the clock was set back, despite a Retry-After of the receiver'],
  },
  {
    file: 'agent/releaseHolds.ts',
    uses: 1,
    holds: 'the interface reads a note again after five minutes, whatever its time; a release does so at once',
    row: ['harness/test/core/releaseHolds.test.ts', 'that is killed at any write is completed by the next one'],
  },
  {
    file: 'agent/sampleCore.ts',
    uses: 1,
    holds:
      'durations use the monotonic clock, and stored samples are numbered; with a jump at the first poll, a start counts ' +
      'as an outage, as for any channel saved long ago',
    row: ['agent/historyStore.test.ts', 'loses nothing to a clock that is set %s for a while'],
  },
  {
    file: 'agent/schedule/scheduleRunner.ts',
    uses: 1,
    holds:
      'a schedule follows the calendar: a clock set back triggers nothing; set ahead, skipped rules are late or missed',
    row: [
      'agent/schedule/scheduleRunner.test.ts',
      'does nothing twice if the clock is set back by 20 minutes and then ahead by two hours',
    ],
  },
  {
    file: 'agent/watchClock.ts',
    uses: 1,
    holds: 'detects the jump',
    row: ['agent/watchClock.test.ts', 'is reported with the size of its step'],
  },
  {
    file: 'server/certificates/authority.ts',
    uses: 4,
    holds: 'compares two times of the authority, never one of this machine',
    row: [CERTIFICATES, 'is not renewed early when the clock is set by %d ms'],
  },
  {
    file: 'server/certificates/automaticCertificates.ts',
    uses: 1,
    holds: 'a renewal also needs the clock of the authority, and all waits are shifted with the clock',
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
    holds: 'the times of a run only show the order, and always increase',
    row: ['server/config/config.test.ts', 'reports a due reload even if the clock jumps'],
  },
  {
    file: 'server/http/files/responsePlan.ts',
    uses: 2,
    holds: 'a file is unchanged if its time is the same, not if it is earlier',
    row: ['server/http/files/responsePlan.test.ts', 'The clock was set back since then.'],
  },
  { file: 'server/http/index.ts', uses: 2, holds: `${SHOWN}; a different one indicates a restart` },
  {
    file: 'server/http/login/tenants.ts',
    uses: 1,
    holds: 'the provider signs for an hour by its own clock, which must agree with ours only at the login',
  },
  {
    file: 'server/http/login/tokenLife.ts',
    uses: 2,
    holds: 'tokens of this run expire by the monotonic clock, others by `exp`',
    row: ['server/http/login/tokens.test.ts', 'live as long as before when the clock is set by %d days'],
  },
  { file: 'server/http/login/tokens.ts', uses: 2, holds: `${SHOWN}; the library does not check the expiry` },
  { file: 'server/lock/owner.ts', uses: 2, holds: 'any change of the time is a sign of life' },
  {
    file: 'server/log/clockJumps.ts',
    uses: 1,
    holds: 'detects the jump, and logs it once',
    row: ['server/log/clockJumps.test.ts', 'a jump by %d ms is logged once'],
  },
  { file: 'server/log/index.ts', uses: 1, holds: SHOWN },
  {
    file: 'server/metrics/index.ts',
    uses: 2,
    holds: 'samples use the monotonic clock, and are dated by the current one when requested',
    row: ['server/metrics/metrics.test.ts', 'keeps the distance of its points'],
  },
  { file: 'server/process/process.ts', uses: 2, holds: SHOWN },
  { file: 'server/process/processChanges.ts', uses: 1, holds: SHOWN },
  {
    file: 'server/process/run/fileAges.ts',
    uses: 1,
    holds: 'the age of a file counts from when the core first saw it; its time is trusted after hours without a jump',
    row: ['server/process/run/fileCleanup.test.ts', 'outlive a clock that is wrong by %d ms (A6)'],
  },
  { file: 'server/process/run/runner.ts', uses: 6, holds: SHOWN },
  { file: 'server/rtmp/channel.ts', uses: 1, holds: SHOWN },
  { file: 'server/sessions/index.ts', uses: 1, holds: `${SHOWN}; the lifetime of sessions uses the monotonic clock` },
  {
    file: 'server/storage/diskStorage.ts',
    uses: 4,
    holds: 'a different time means a different version; see fileAges.ts for the age',
  },
  {
    file: 'server/storage/memory.ts',
    uses: 3,
    holds: 'the times of all files are shifted with the clock, so their age stays the same',
    row: ['server/storage/storage.test.ts', 'dates new files by the clock, and shifts old ones to keep their age'],
  },
  { file: 'server/util/clockWatch.ts', uses: 1, holds: 'compares both clocks to detect a jump' },
  {
    file: 'server/util/keptFile.ts',
    uses: 9,
    holds:
      'the name of a damaged file and the time of its copy, which are shown; of four damaged files, any one may be deleted',
  },
  { file: 'src/api/answers/clockJump.ts', uses: 1, holds: SHOWN },
  { file: 'src/api/answers/restoredFiles.ts', uses: 1, holds: SHOWN },
  {
    file: 'src/app/browser/createBrowser.ts',
    uses: 1,
    holds: 'a countdown of seconds before the login; then pageClock.ts replaces it',
  },
  { file: 'src/features/live/timeline/Timeline.tsx', uses: 1, holds: 'the name of a file' },
  {
    file: 'src/features/setup/player/PlaybackTab.tsx',
    uses: 1,
    holds: 'the start of a show entered by the operator, compared with the monotonic time of the page',
  },
  {
    file: 'src/features/shared/restart/detectRestart.ts',
    uses: 2,
    holds: 'two times of one run of the core; see server/config/index.ts',
  },
  { file: 'src/features/shared/warnings/CoreWarnings.tsx', uses: 2, holds: SHOWN },
  {
    file: 'src/media/bundle/bundleZip.ts',
    uses: 2,
    holds: 'a fixed date that is written, so that the same contents give the same bytes',
  },
  {
    file: 'src/media/diagnosis/coreLog.ts',
    uses: 1,
    holds:
      'lines and runs both have the time of the core: after a jump, lines of a run may be missed, which names no cause instead of a wrong one',
  },
  {
    file: 'src/media/run/pageClock.ts',
    uses: 1,
    holds: 'the clock of the page is monotonic and only catches up after sleep',
    row: ['src/media/run/pageClock.test.ts', 'the clock of a page ignores a step of the wall clock by %d ms'],
  },
  {
    file: 'src/media/schedule/localTime.ts',
    uses: 1,
    holds: 'parses the time of a rule without reading a clock',
  },
  {
    file: 'src/media/schedule/nextBegin.ts',
    uses: 1,
    holds: 'formats a given start without reading a clock',
  },
  {
    file: 'src/ui/player/showLiveVideo.ts',
    uses: 1,
    holds: 'a time that contradicts the monotonic measurement is ignored',
    row: ['src/ui/player/liveDelay.test.ts', 'on a machine whose clock is set by 30 days'],
  },
  { file: 'src/viewer/browser/countViews.ts', uses: 1, holds: 'a unique name of the visit' },
  {
    file: 'src/viewer/browser/messageCard.ts',
    uses: 1,
    holds: 'the start by the schedule; the caller passes the current time',
  },
  {
    file: 'src/viewer/browser/player.ts',
    uses: 4,
    holds: 'the countdown uses the clock of the server and a monotonic one, corrected with each response',
    row: ['src/viewer/browser/player.test.ts', 'counts down steadily while the clock of the viewer is set by %d days'],
  },
  { file: 'src/viewer/browser/playerPanels.ts', uses: 1, holds: NAME },
  { file: 'src/viewer/browser/site/watchFigures.ts', uses: 1, holds: NAME },
  { file: 'src/viewer/browser/stream/prefetchStream.ts', uses: 1, holds: NAME },
  {
    file: 'src/viewer/browser/stream/prefetchedReplies.ts',
    uses: 2,
    holds: 'request fields that video.js fills the same way; measurements use the monotonic clock',
  },
  {
    file: 'src/viewer/browser/website.ts',
    uses: 1,
    holds: 'without a response of the server there is no other clock; the countdown is corrected by the next response',
  },
  {
    file: 'src/viewer/player/countdown.ts',
    uses: 1,
    holds: 'the start entered by the operator; the caller passes the current time',
  },
  {
    file: 'src/viewer/player/playbackRecovery.ts',
    uses: 1,
    holds: 'two times of one response; a time in the future counts as unknown',
    row: ['src/viewer/browser/player.test.ts', 'even if the clock of the server was set back since'],
  },
  { file: 'src/viewer/player/settings.ts', uses: 1, holds: 'whether the input is a valid time' },
  { file: 'src/viewer/website/pageSections.ts', uses: 2, holds: 'two starts entered by the operator' },
];
