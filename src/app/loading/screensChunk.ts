// All forms are one chunk, because separate ones would share forty small chunks. The gate screens share this module
// with the first script; named here, it stays in that shared chunk.
import '../../features/gate/session/bootstrap.ts';
import { lookAtViewers } from '../../features/setup/agent/lookAtViewers.ts';
import { readJournal } from '../../features/setup/agent/readJournal.ts';
import { readNextChanges } from '../../features/setup/agent/readNextChanges.ts';
import { readAgentIncidents } from '../../features/setup/agentIncidents/readAgentIncidents.ts';
import '../../features/live/nextChange/slice.ts';
import { releaseHolds } from '../../features/setup/holdRelease/releaseHolds.ts';
import { setup } from '../../features/setup/index.ts';
import { finishFollowUps } from '../../features/setup/resume/finishFollowUps.ts';
import { takeAudioOfSource } from '../../features/setup/sourceAudio/takeAudioOfSource.ts';
import '../../i18n/languages.ts';
import '../../ui/layout/GatePage.tsx';
import '../../ui/look/screensChunkStyles.ts';
import '../browser/coreAddress.ts';
import { retryImport } from './retryImport.ts';

export const setupChunk = {
  wings: [setup],
  finishFollowUps,
  takeAudioOfSource,
  releaseHolds,
  readJournal,
  readAgentIncidents,
  readNextChanges,
  lookAtViewers,
  loadSlateDrawer: () => retryImport(() => import('../../ui/slate/drawSlate.ts')),
};

export { edgeStatus } from '../../api/edgeStatus.ts';
export { foundIn, registerFirstUser } from '../../features/live/admission/registerFirstUser.ts';
export { AlarmDialog } from '../../features/live/alarm/AlarmDialog.tsx';
export { AlarmSignals } from '../../features/live/alarm/AlarmSignals.tsx';
export { pagesVersion } from '../../features/live/publishPages/pagesVersion.ts';
export { EncoderSpeedups } from '../../features/setup/encoderSpeedup/EncoderSpeedups.tsx';
export { causeTitle } from '../../media/diagnosis/causeTexts.ts';
export { coreLinesOfProcess } from '../../media/diagnosis/coreLog.ts';
export {
  analyzeRun,
  describeUpstreamFailure,
  diagnoseFailure,
  isForCore,
} from '../../media/diagnosis/diagnoseFailure.ts';
export { backfillEpisodes } from '../../media/timeline/backfillEpisodes.ts';
export { default as ChannelEditScreen } from '../../screens/ChannelEditScreen.tsx';
export { default as ChannelEncodingScreen } from '../../screens/ChannelEncodingScreen.tsx';
export { default as EdgesScreen } from '../../screens/EdgesScreen.tsx';
export { default as EncodersScreen } from '../../screens/EncodersScreen.tsx';
export { default as MultiviewScreen } from '../../screens/MultiviewScreen.tsx';
export { default as PlayerScreen } from '../../screens/PlayerScreen.tsx';
export { default as PreflightScreen } from '../../screens/PreflightScreen.tsx';
export { default as PublicationAddScreen } from '../../screens/PublicationAddScreen.tsx';
export { default as PublicationScreen } from '../../screens/PublicationScreen.tsx';
export { default as RecordingsScreen } from '../../screens/RecordingsScreen.tsx';
export { default as RenditionsScreen } from '../../screens/RenditionsScreen.tsx';
export { default as SettingsScreen } from '../../screens/SettingsScreen.tsx';
export { default as SourceScreen } from '../../screens/SourceScreen.tsx';
export { default as StandbyImageScreen } from '../../screens/StandbyImageScreen.tsx';
export { default as WebsiteScreen } from '../../screens/WebsiteScreen.tsx';
export { default as WizardScreen } from '../../screens/WizardScreen.tsx';
export { filesBeside, pageFiles, pagesOf } from '../../viewer/website/generatedFiles.ts';
export { ReportProblemDialog } from '../about/ReportProblemDialog.tsx';
export { canReachAddress } from '../browser/canReachAddress.ts';
export { askReleases } from '../browser/fetchReleases.ts';
export { upload } from '../browser/uploadWithProgress.ts';
export { waitHidden } from '../browser/waitHidden.ts';
export { PreferencesDialog } from '../frame/PreferencesDialog.tsx';
export { renderTemplateInWorker } from '../renderTemplateInWorker.ts';
