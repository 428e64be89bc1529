import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import type { Core } from '../api/client.ts';
import type { Browser, Host } from '../features/gate/host/host.ts';
import { openSession } from '../features/live/admission/openSession.ts';
import * as registration from '../features/live/admission/registerFirstUser.ts';
import { followAlarm } from '../features/live/alarm/followAlarm.ts';
import { listenToAll } from '../features/live/audioLevels/measureChannelLevels.ts';
import { followHolds } from '../features/live/hold/followHolds.ts';
import { live } from '../features/live/index.ts';
import { pagesVersion } from '../features/live/publishPages/pagesVersion.ts';
import { observeStream } from '../features/live/streamInspector/observeStream.ts';
import { watchSource } from '../features/live/streamInspector/watchSource.ts';
import { forgetHistories, record } from '../features/live/timeline/recordTimeline.ts';
import { lookAtViewers } from '../features/setup/agent/lookAtViewers.ts';
import { readJournal } from '../features/setup/agent/readJournal.ts';
import { readNextChanges } from '../features/setup/agent/readNextChanges.ts';
import { readAgentIncidents } from '../features/setup/agentIncidents/readAgentIncidents.ts';
import { runFfmpegTrial } from '../features/setup/encoderTrial/tryFfmpeg.ts';
import { releaseHolds } from '../features/setup/holdRelease/releaseHolds.ts';
import { setup } from '../features/setup/index.ts';
import { finishFollowUps } from '../features/setup/resume/finishFollowUps.ts';
import { takeAudioOfSource } from '../features/setup/sourceAudio/takeAudioOfSource.ts';
import { shared } from '../features/shared/index.ts';
import { undoSave } from '../features/versions/revision/saga.ts';
import { createRecorder } from '../features/versions/saveRecord/createRecorder.ts';
import { causeTitle } from '../media/diagnosis/causeTexts.ts';
import { coreLinesOfProcess } from '../media/diagnosis/coreLog.ts';
import * as diagnosis from '../media/diagnosis/diagnoseFailure.ts';
import { buildEdgeKitFiles } from '../media/edge/edgeKitFiles.ts';
import { wrongImageOf } from '../media/edge/kitImages.ts';
import { platformLimits } from '../media/encoding/platformLimits.ts';
import { maskText } from '../media/masking/mask.ts';
import { pageNow } from '../media/run/pageClock.ts';
import { backfillEpisodes } from '../media/timeline/backfillEpisodes.ts';
import { filesBeside, pageFiles, pagesOf } from '../viewer/website/generatedFiles.ts';
import { renderTemplate } from './renderTemplate.ts';

const List = z.object({
  version: z.string(),
  files: z.array(z.object({ path: z.string(), bytes: z.number() })),
});

const KIT = path.join(import.meta.dirname, '../../docker/edge/kit');

/** The page address is where a core serves the interface. */
export const nodeHost = (core: Core, storage: Host['storage']): Host => ({
  core,
  foreign: false,
  confirmation: { given: () => true, give: () => {} },
  page: new URL(`${core.address}/ui/`),
  storage,
  now: pageNow,
  random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
  translated: (text) => text,
});

/** Without a folder, pages for viewers are not updated. */
function assetsIn(folder: string | null): Browser['assets'] {
  const read = async (file: string) => {
    if (folder === null) throw new Error('No folder with the files for viewers was given');
    return readFile(path.join(folder, file));
  };
  return {
    list: async () => List.parse(JSON.parse((await read('files.json')).toString())),
    read: async (file) => new Blob([new Uint8Array(await read(file))]),
  };
}

/** Replaces the browser in a program without a page. */
export const noBrowser = (assets: string | null, navigate: Browser['navigate']): Browser => ({
  visibility: { hidden: () => false, listen: () => () => {} },
  waitHidden: (ms) => sleep(ms),
  unsaved: () => false,
  hash: () => '',
  navigate,
  calm: async () => {},
  prepareVideo: async () => {},
  loadLive: async () => ({ wings: [shared, live], openSession, mask: maskText, now: pageNow }),
  loadFfmpegTrial: async () => ({ runFfmpegTrial }),
  loadSetup: async () => ({
    wings: [setup],
    finishFollowUps,
    takeAudioOfSource,
    readJournal,
    releaseHolds,
    readAgentIncidents,
    readNextChanges,
    lookAtViewers,
    loadSlateDrawer: async () => {
      throw new Error('A standby image can only be drawn in a browser');
    },
  }),
  loadRegistration: async () => registration,
  loadTenantLogin: async () => {
    throw new Error('A login at an identity provider needs a browser');
  },
  loadReading: async () => ({ ...diagnosis, coreLinesOfProcess, backfillEpisodes, causeTitle }),
  loadRecorder: async () => ({ createRecorder }),
  loadVersions: async () => ({ undoSave }),
  loadWatching: async () => ({
    forgetHistories,
    record,
    watchSource,
    followHolds,
    followAlarm,
    *followSchedule() {},
    listenToAll,
    observeStream: observeStream,
    platformLimits,
    measure: async () => null,
  }),
  loadPageMaker: async () => ({ filesBeside, pageFiles, pagesOf, pagesVersion }),
  loadEdgeKit: async () => ({
    wrongImageOf,
    edgeKitFiles: (kind, plan) => buildEdgeKitFiles(kind, plan, (name) => readFile(path.join(KIT, name), 'utf8')),
  }),
  render: renderTemplate,
  assets: assetsIn(assets),
  edgeStatus: async () => {
    throw new Error('Edges are asked by browsers');
  },
  opens: async () => false,
  revalidate: async () => {},
  releases: {
    address: null,
    own: '',
    ask: async () => {
      throw new Error('Nobody is there to be told');
    },
  },
  upload: async ({ diskWrite }, { path, body, signal }) => {
    await diskWrite({ path, body }, signal);
    return new Response(null, { status: 204 });
  },
  cleanSvg: async () => {
    // An uncleaned SVG could put a foreign script on the pages for viewers.
    throw new Error('An SVG can only be cleaned in a browser: use a PNG or JPEG');
  },
});
