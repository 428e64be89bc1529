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

/** What everybody who is let in has to know, under way. */
export interface PendingAnswers {
  skills: ReturnType<Core['skills']>;
  config: ReturnType<Core['config']>;
  /** With their metadata. */
  processes: ReturnType<Core['processes']>;
  stored: ReturnType<Core['metadataAll']>;
}

/** What is loaded after the login. */
export interface LiveChunk {
  wings: readonly Wing[];
  /** The full rules for errors and notices. */
  mask: Mask;
  /** From then on the clock of the host: what has an age is only shown after the login. */
  now: Host['now'];
  /** Looks at the core that let us in, and decides which screen follows. Throws what the calls throw. */
  openSession(about: About, asked: PendingAnswers): Generator;
}

/** What a standby image is drawn from; `picture`: a data URL, drawn in place of the text, or ''. */
export interface SlateCard {
  text: string;
  theme: 'dark' | 'light';
  picture: string;
}

/** Draws standby images, in a browser. Both reject when a picture cannot be read. */
export interface SlateDrawer {
  slatePng(card: SlateCard): Promise<Blob>;
  /** A picture as a data URL, not larger than it is sent. */
  shrinkPicture(file: Blob): Promise<string>;
}

/** What is loaded with the first form. */
export interface SetupChunk {
  wings: readonly Wing[];
  /** Does what interrupted saves have left to do. */
  finishFollowUps(found: { payload: readonly { key: string; rest: FollowUp }[] }): Generator;
  /** The channel is to use the audio that its source sends now. */
  takeAudioOfSource(channel: string): Generator;
  /** Protected publications of a channel send its source directly from then on. */
  releaseHolds(channel: string): Generator;
  /** What the agent has written of a channel; null: no agent can be asked. */
  readJournal(channel: string): SagaGenerator<JournalEvents['events'] | null>;
  /** What the agent tells as wrong just now; null: this browser has to judge for itself. */
  readAgentIncidents(): SagaGenerator<AlarmIncidents['incidents'] | null>;
  /** The next change of each channel by the schedule; null: no agent tells. */
  readNextChanges(): SagaGenerator<ScheduleNext['channels'] | null>;
  /** Fetched when a standby image is drawn; rejects when that fails. */
  loadSlateDrawer(): Promise<SlateDrawer>;
}

/** What the sagas need of any machine: a browser, Node, a test. */
export interface Host {
  core: Core;
  /** Text by key that outlives the page; reading a key that was never written gives null. */
  storage: {
    read(key: string): string | null;
    write(key: string, text: string): void;
    remove(key: string): void;
    /** Hears what other tabs do to a key: its text now (null: gone) and before (null: unknown). */
    listen(key: string, changed: (text: string | null, before: string | null) => void): () => void;
  };
  /** The address of the page without query and hash. */
  page: URL;
  /** The core was named by `?address=` and lives on another origin than the page. */
  foreign: boolean;
  /** What the operator said of the foreign core in this tab. Until it is given nothing is sent there. */
  confirmation: { given(): boolean; give(): void };
  /** Milliseconds. */
  now(): number;
  random(bytes: number): Uint8Array;
  /** A text in the operator's language, for what is stored under it; elsewhere components translate. */
  translated(text: string): string;
}

/** A process that was there before there was a login. */
export interface FoundProcess {
  id: string;
  name: string;
  /** Where it reads from and writes to, masked. */
  addresses: readonly string[];
}

/** The first user of a core, made once in its life: apart from the rest, as nobody else waits for it. */
export interface Registration {
  foundIn(processes: readonly Process[]): FoundProcess[];
  registerFirstUser(requested: { payload: { username: string; password: string } }): Generator;
}

/** An identity provider that a core takes logins from. */
export interface Tenant {
  /** One of several of a core: all that follows, joined. */
  id: string;
  domain: string;
  audience: string;
  clientId: string;
}

/** Identity providers, as a browser reaches them. All reject with what is wrong, in the provider's words where it has some. */
export interface Identity {
  /** The page leaves for the provider, and comes back. Who is logged in there is asked nothing, but after `askNext`. */
  leave(tenant: Tenant): Promise<void>;
  /**
   * The same where this browser was logged in at one of them, without a question to anybody: who would have to be asked
   * comes back without a token. Once in a tab, until a login has worked.
   */
  leaveSilently(tenants: readonly Tenant[]): Promise<void>;
  /** In a window beside the page: a token. */
  ask(tenant: Tenant): Promise<string>;
  /** The page was opened by a provider. */
  isBack(): boolean;
  /** The token that it brought; null: somebody has to be asked first. */
  arrive(tenants: readonly Tenant[]): Promise<string | null>;
  /** Whether the next login is asked for there, although somebody is logged in. */
  askNext(asks: boolean): void;
  /** A login by a provider also logs out there: the page goes there and comes back. */
  end(tenants: readonly Tenant[]): Promise<void>;
}

export interface TenantLogin {
  tenantLogin(auths: readonly string[], identity: Identity, begun: UnknownAction): Generator;
  identity: Identity;
}

/** The meaning of failures. It is larger than the page that shows it, so it is loaded with the first failure. */
export interface FailureReader
  extends Pick<typeof diagnosis, 'analyzeRun' | 'describeUpstreamFailure' | 'diagnoseFailure' | 'isForCore'> {
  coreLinesOfProcess: typeof coreLinesOfProcess;
  backfillEpisodes: typeof backfillEpisodes;
  causeTitle: typeof causeTitle;
}

/** One look at a stream. `figures` null: nothing came, or it cannot be read; `wantedFps` null: not known. */
export interface StreamObservation {
  figures: SegmentFigures | null;
  wantedFps: number | null;
}

/** What looks into the stream of a channel, and what writes down how it goes: it comes with the first that is shown. */
export interface StreamWatcher {
  /** Until it is cancelled. */
  record(): Generator;
  /** Timelines in this browser, of all channels of a core. */
  forgetHistories(coreId: string): Generator;
  /** Until it is cancelled. */
  watchSource(channel: string): Generator;
  /** Until it is cancelled: standby images of the channels on the screen. */
  followHolds(): Generator;
  /** Until it is cancelled: what the schedule does next. */
  followSchedule(): Generator;
  /** Until it is cancelled: the alarm in this browser. */
  followAlarm(): Generator;
  /** Until it is cancelled: how loud the channels are that are on the screen, one after the other. */
  listenToAll(): Generator;
  /** How loud a piece of sound is; null where this machine cannot read it. Never rejects. */
  measure(sound: Uint8Array): Promise<Loudness | null>;
  /** One look at the stream of a channel. Throws a CoreError. */
  observeStream(
    channel: string,
    storage: Storage,
    ingest: IngestMetadata | null,
  ): Generator<unknown, StreamObservation, never>;
  platformLimits: readonly PlatformLimits[];
}

/** The trial of ffmpeg, with all that the catalog can write. */
export interface FfmpegTrialRunner {
  /** Asks first where processes run, unless that was `confirmed`. */
  runFfmpegTrial(confirmed: boolean): Generator;
}

export interface ViewerAssets {
  /** Another one when a single byte is. */
  version: string;
  files: readonly { path: string; bytes: number }[];
}

/** A file on its way to the disk of the core. */
export interface FileUpload {
  path: string;
  body: Blob;
  signal: AbortSignal;
  progressed(share: number): void;
}

/** What makes the pages of viewers, from what is known of channels and website. */
export interface PageMaker {
  pagesOf: typeof pagesOf;
  pageFiles: typeof pageFiles;
  filesBeside: typeof filesBeside;
  /** Another text as soon as a page that is made here differs; `library`: the version of the scripts beside the pages. */
  pagesVersion(library: string): string;
}

/** What writes the files of edges. */
export interface EdgeKit {
  wrongImageOf(kind: EdgeKitKind, images: KitImages): keyof KitImages | null;
  /** null: a value cannot be written into them. Rejects when a template does not come. */
  edgeKitFiles(kind: EdgeKitKind, plan: EdgeKitPlan): Promise<readonly KitFile[] | null>;
}

/** What only a page with somebody in front of it has; without one, headless/nodeHost.ts stands in. */
export interface Browser {
  visibility: { hidden(): boolean; listen(changed: () => void): () => void };
  /** In a hidden tab, where timers may rest for a minute. Never rejects. */
  waitHidden(ms: number): Promise<void>;
  /** Something was entered that would be lost with the screen it stands on. */
  unsaved(): boolean;
  navigate(path: string, how?: { replace: boolean }): void;
  /** Fetched when somebody is let in; rejects when that fails. */
  loadLive(): Promise<LiveChunk>;
  /** Fetched with the first form; rejects when that fails. */
  loadSetup(): Promise<SetupChunk>;
  /** Fetched when ffmpeg is tried; rejects when that fails. */
  loadFfmpegTrial(): Promise<FfmpegTrialRunner>;
  /** Fetched when a core has no user; rejects when that fails. */
  loadRegistration(): Promise<Registration>;
  /** Fetched when a core takes logins of an identity provider; rejects when that fails. */
  loadTenantLogin(): Promise<TenantLogin>;
  /** Fetched when something fails; rejects when that fails. */
  loadReading(): Promise<FailureReader>;
  /** Fetched when a stream is looked into; rejects when that fails. */
  loadWatching(): Promise<StreamWatcher>;
  /** Fetched when pages of viewers are made; rejects when that fails. */
  loadPageMaker(): Promise<PageMaker>;
  /** Fetched when files for edges are made; rejects when that fails. */
  loadEdgeKit(): Promise<EdgeKit>;
  /** A stored template, filled in once for each set of data. Rejects with what is wrong with it. */
  render(template: string, data: readonly object[]): Promise<string[]>;
  /** What viewers get of this version; paths are those below the web root, without a leading slash. */
  assets: { list(): Promise<ViewerAssets>; read(path: string): Promise<Blob> };
  /** The server of releases, null where this build knows none; `own`: the version that runs here. Rejects without an answer. */
  releases: { address: string | null; own: string; ask(address: string): Promise<unknown> };
  /** What an edge tells of its viewers. Rejects when it tells nothing. */
  edgeStatus(address: string): Promise<unknown>;
  /** Whether this browser opens an address of HTTPS, its certificate included. Never rejects. */
  opens(address: string): Promise<boolean>;
  /** Has the browser forget its copies of these files. Never rejects: they get old by themselves. */
  revalidate(addresses: readonly string[]): Promise<void>;
  /** Sends a file to the disk of the core and says how far it is, from 0 to 1. Rejects with a CoreError where no answer comes. */
  upload(core: Core, file: FileUpload): Promise<Response>;
  /** An SVG without anything that runs or loads; null when the text is none. */
  cleanSvg(text: string): Promise<string | null>;
}

/** One thing of the host, for a saga. */
export function* host<Name extends keyof Host>(name: Name) {
  return (yield* getContext(name)) as Host[Name];
}

/** One thing of the browser, for a saga. */
export function* browser<Name extends keyof Browser>(name: Name) {
  return (yield* getContext(name)) as Browser[Name];
}
