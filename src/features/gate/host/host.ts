import type { UnknownAction } from '@reduxjs/toolkit';
import { getContext, type SagaGenerator } from 'typed-redux-saga';
import type { AlarmIncidents, JournalEvents, ScheduleNext } from '../../../api/agentEndpoints.ts';
import type { About } from '../../../api/answers/about.ts';
import type { Process } from '../../../api/answers/process.ts';
import type { Core } from '../../../api/client.ts';
import type { causeTitle } from '../../../media/diagnosis/causeTexts.ts';
import type { coreLinesOfProcess } from '../../../media/diagnosis/coreLog.ts';
import type * as diagnosis from '../../../media/diagnosis/diagnoseFailure.ts';
import type { EdgeKitKind, EdgeKitPlan, KitFile } from '../../../media/edge/edgeKitFiles.ts';
import type { KitImages } from '../../../media/edge/kitImages.ts';
import type { PlatformLimits } from '../../../media/encoding/platformLimits.ts';
import type { Storage } from '../../../media/hls/hlsFiles.ts';
import type { Loudness } from '../../../media/hls/segment/loudness.ts';
import type { SegmentFigures } from '../../../media/hls/segment/segmentFigures.ts';
import type { Mask } from '../../../media/masking/maskedText.ts';
import type { IngestMetadata } from '../../../media/stored/metadata.ts';
import type { FollowUp } from '../../../media/stored/unfinishedSave.ts';
import type { backfillEpisodes } from '../../../media/timeline/backfillEpisodes.ts';
import type { filesBeside, pageFiles, pagesOf } from '../../../viewer/website/generatedFiles.ts';
import type { Wing } from '../../wing.ts';
import type { UndoableSave } from '../notice/slice.ts';
import type { WriteArguments, WriteName } from './writeArguments.ts';

export interface PendingAnswers {
  skills: ReturnType<Core['skills']>;
  config: ReturnType<Core['config']>;
  processes: ReturnType<Core['processes']>;
  /** States of all ingests. */
  ingests: ReturnType<Core['processes']>;
  stored: ReturnType<Core['metadataAll']>;
}

export interface LiveChunk {
  wings: readonly Wing[];
  /** The complete masking rules for errors and notices. */
  mask: Mask;
  /** Replaces the clock of the gate. */
  now: Host['now'];
  openSession(about: About, pending: PendingAnswers): Generator;
}

/** `picture`: a data URL drawn instead of the text, or ''. */
export interface SlateCard {
  text: string;
  theme: 'dark' | 'light';
  picture: string;
}

/** Both reject if a picture cannot be read. */
export interface SlateDrawer {
  slatePng(card: SlateCard): Promise<Blob>;
  shrinkPicture(file: Blob): Promise<string>;
}

export interface SetupChunk {
  wings: readonly Wing[];
  finishFollowUps(found: { payload: readonly { key: string; rest: FollowUp }[] }): Generator;
  takeAudioOfSource(channel: string): Generator;
  releaseHolds(channel: string): Generator;
  /** null: no agent is reachable. */
  readJournal(channel: string): SagaGenerator<JournalEvents['events'] | null>;
  /** null: no agent is reachable, so this browser judges for itself. */
  readAgentIncidents(): SagaGenerator<AlarmIncidents['incidents'] | null>;
  readNextChanges(): SagaGenerator<ScheduleNext['channels'] | null>;
  lookAtViewers(publication: string): Generator;
  loadSlateDrawer(): Promise<SlateDrawer>;
}

/** `isLost`: others may have saved meanwhile, so that nothing may be written. */
export interface SaveEnd {
  succeeded: boolean;
  isLost: boolean;
}

/** Stores what a save changes as a revision. Never throws a CoreError, as the save is more important. */
export interface SaveRecorder {
  /** Call before each write. */
  noteBefore<Name extends WriteName>(name: Name, args: WriteArguments[Name]): Generator;
  /** Call at the end of a save, within the lock. */
  store(end: SaveEnd): Generator;
}

export interface RecorderChunk {
  createRecorder(stored: Readonly<Record<string, unknown>>): SaveRecorder;
}

export interface VersionsChunk {
  undoSave(save: UndoableSave): Generator;
}

/** Services for sagas that any machine provides: a browser, Node or a test. */
export interface Host {
  core: Core;
  /** Strings that outlive the page. Reading an absent key returns null. */
  storage: {
    read(key: string): string | null;
    write(key: string, text: string): void;
    remove(key: string): void;
    /** Reports changes by other tabs: the new text (null: removed) and the previous one (null: unknown). */
    listen(key: string, changed: (text: string | null, before: string | null) => void): () => void;
  };
  /** The address at the start of the page. */
  page: URL;
  /** Whether `?address=` names a core at another origin than the page. */
  foreign: boolean;
  /** Whether the operator has trusted the foreign core in this tab. Without it, nothing is sent there. */
  confirmation: { given(): boolean; give(): void };
  /** Milliseconds since 1970. */
  now(): number;
  random(bytes: number): Uint8Array;
  /** Translates a text that is stored on the core. Everything else is translated by components. */
  translated(text: string): string;
}

export interface FoundProcess {
  id: string;
  name: string;
  /** Inputs and outputs, masked. */
  addresses: readonly string[];
}

/** The first user of a core, in its own chunk because it is needed only once. */
export interface Registration {
  foundIn(processes: readonly Process[]): FoundProcess[];
  registerFirstUser(requested: { payload: { username: string; password: string } }): Generator;
}

export interface Tenant {
  /** All other fields joined. */
  id: string;
  domain: string;
  audience: string;
  clientId: string;
}

/** Identity providers in the browser. All methods reject with the reason. */
export interface Identity {
  /** Redirects to the provider, which asks nothing of a logged-in user unless `askNext` was called. */
  leave(tenant: Tenant): Promise<void>;
  /** Without a prompt, at the provider used last. Once per tab until a login succeeds. */
  leaveSilently(tenants: readonly Tenant[]): Promise<void>;
  ask(tenant: Tenant): Promise<string>;
  isBack(): boolean;
  /** Returns the token from the redirect, or null if the provider needs to prompt. */
  arrive(tenants: readonly Tenant[]): Promise<string | null>;
  /** Whether the next login prompts even a logged-in user. */
  askNext(asks: boolean): void;
  /** Logs out at the provider too, by a redirect and back. */
  end(tenants: readonly Tenant[]): Promise<void>;
}

export interface TenantLogin {
  tenantLogin(auths: readonly string[], identity: Identity, start: UnknownAction): Generator;
  identity: Identity;
}

export interface FailureReader
  extends Pick<typeof diagnosis, 'analyzeRun' | 'describeUpstreamFailure' | 'diagnoseFailure' | 'isForCore'> {
  coreLinesOfProcess: typeof coreLinesOfProcess;
  backfillEpisodes: typeof backfillEpisodes;
  causeTitle: typeof causeTitle;
}

export interface StreamObservation {
  figures: SegmentFigures | null;
  wantedFps: number | null;
}

export interface StreamWatcher {
  /** Runs until cancelled, like all watchers below. */
  record(): Generator;
  forgetHistories(coreId: string): Generator;
  watchSource(channel: string): Generator;
  followHolds(): Generator;
  followSchedule(): Generator;
  followAlarm(): Generator;
  listenToAll(): Generator;
  /** Returns null if this machine cannot decode the audio. Never rejects. */
  measure(sound: Uint8Array): Promise<Loudness | null>;
  observeStream(
    channel: string,
    storage: Storage,
    ingest: IngestMetadata | null,
  ): Generator<unknown, StreamObservation, never>;
  platformLimits: readonly PlatformLimits[];
}

export interface FfmpegTrialRunner {
  /** Asks for confirmation while processes run, unless `confirmed`. */
  runFfmpegTrial(confirmed: boolean): Generator;
}

export interface ViewerAssets {
  version: string;
  files: readonly { path: string; bytes: number }[];
}

export interface FileUpload {
  path: string;
  body: Blob;
  signal: AbortSignal;
  progressed(share: number): void;
}

export interface PageMaker {
  pagesOf: typeof pagesOf;
  pageFiles: typeof pageFiles;
  filesBeside: typeof filesBeside;
  /** Returns a hash that changes with the output. `library`: version of the scripts beside the pages. */
  pagesVersion(library: string): string;
}

export interface EdgeKit {
  wrongImageOf(kind: EdgeKitKind, images: KitImages): keyof KitImages | null;
  /** Returns null if a value cannot be written safely. Rejects if a template cannot be fetched. */
  edgeKitFiles(kind: EdgeKitKind, plan: EdgeKitPlan): Promise<readonly KitFile[] | null>;
}

/** Services for sagas that need a visible page. headless/nodeHost.ts replaces them without one. */
export interface Browser {
  visibility: { hidden(): boolean; listen(changed: () => void): () => void };
  /** For hidden tabs, where timers may be throttled to once a minute. Never rejects. */
  waitHidden(ms: number): Promise<void>;
  unsaved(): boolean;
  /** The fragment of the present address with its #, or ''. */
  hash(): string;
  navigate(path: string, how?: { replace: boolean }): void;
  /** Resolves once the preview plays, or is not about to: other downloads would delay it. Never rejects. */
  calm(): Promise<unknown>;
  /** Fetches what the preview of this playlist will need, and starts its player. Resolves once it decodes. */
  prepareVideo(playlist: string): Promise<void>;
  /** All loaders fetch a chunk on demand and reject if that fails. */
  loadLive(): Promise<LiveChunk>;
  loadSetup(): Promise<SetupChunk>;
  loadFfmpegTrial(): Promise<FfmpegTrialRunner>;
  /** Rejects at once, because a save waits for it. */
  loadRecorder(): Promise<RecorderChunk>;
  loadVersions(): Promise<VersionsChunk>;
  loadRegistration(): Promise<Registration>;
  loadTenantLogin(): Promise<TenantLogin>;
  loadReading(): Promise<FailureReader>;
  loadWatching(): Promise<StreamWatcher>;
  loadPageMaker(): Promise<PageMaker>;
  loadEdgeKit(): Promise<EdgeKit>;
  /** Renders a stored template once per item of `data`. Rejects with the fault in the template. */
  render(template: string, data: readonly object[]): Promise<string[]>;
  /** Files for viewers in this version; paths are relative to the web root, without a leading slash. */
  assets: { list(): Promise<ViewerAssets>; read(path: string): Promise<Blob> };
  /** `address`: the update server, or null; `own`: the running version. Rejects without an answer. */
  releases: { address: string | null; own: string; ask(address: string): Promise<unknown> };
  /** Fetches the viewer counts of an edge. Rejects without an answer. */
  edgeStatus(address: string): Promise<unknown>;
  /** Whether this browser accepts an HTTPS address and its certificate. Never rejects. */
  opens(address: string): Promise<boolean>;
  /** Refreshes cached copies of these files. Never rejects. */
  revalidate(addresses: readonly string[]): Promise<void>;
  /** Uploads a file and reports the progress from 0 to 1. Rejects with a CoreError without a response. */
  upload(core: Core, file: FileUpload): Promise<Response>;
  /** Returns the SVG without scripts and external references, or null if it is not an SVG. */
  cleanSvg(text: string): Promise<string | null>;
}

export function* host<Name extends keyof Host>(name: Name) {
  return (yield* getContext(name)) as Host[Name];
}

export function* browser<Name extends keyof Browser>(name: Name) {
  return (yield* getContext(name)) as Browser[Name];
}
