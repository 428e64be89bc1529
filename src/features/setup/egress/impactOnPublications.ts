import type { ProcessConfig } from '../../../api/answers/process.ts';
import { egressId, egressOf } from '../../../api/processIds.ts';
import { msg } from '../../../i18n/msg.ts';
import { classOf } from '../../../media/address/addressProtocol.ts';
import type { MediaType } from '../../../media/encoding/streams.ts';
import { readsHold } from '../../../media/hold/readsHold.ts';
import type { Feed, IngestMetadata } from '../../../media/stored/metadata.ts';
import { type EncodingChange, readsElsewhere } from './adaptPublicationToChannel.ts';
import type { PublicationUpdate } from './publicationsAfterChannelChange.ts';
import type { RenditionTurn } from './renditionsAfterChannelChange.ts';

export interface PublicationImpact {
  id: string;
  /** Id of the publication whose second output this is. */
  backupOf?: string;
  name: string;
  fate: Fate;
  changes: readonly (EncodingChange | Heard)[];
  /** Stream types that the service expects and the channel no longer has. */
  lacks: readonly MediaType[];
}

type Fate =
  | { status: 'continues' }
  /** It is on and loses its connection for about this many seconds. */
  | { status: 'reconnects'; seconds: number }
  /** It is off, or has nothing to send. */
  | { status: 'off' }
  /** It cannot adapt and stays unchanged. `why` is a text of the catalog. */
  | { status: 'stuck'; why: string };

/** The audio source changes, and the publication accepts either. */
export type Heard = { of: 'origin'; to: 'video' | 'own' };

export interface IngestChange {
  channel: string;
  /** Estimated seconds until the ingest is back; null: no interruption. */
  seconds: number | null;
  before: IngestMetadata;
  after: IngestMetadata;
  /** Ids of running publications with at least one output. */
  on: readonly string[];
  /** Publications that read segments continue with the next one. */
  keeps: boolean;
  renditions: readonly RenditionTurn[];
}

/** Estimated seconds until the first frame, by protocol. */
const START_S = new Map<string, number>(Object.entries({ http: 5, rtsp: 3, rtmp: 3, srt: 3 }));
const GENERATED_S = 1;

/** Also understands placeholders of the core such as `{rtmp,name=…}`. */
const kindOf = (address: string): string =>
  /^\{(rtmp|srt)\b/.exec(address)?.[1] ?? (/^\{/.test(address) ? 'http' : classOf(address));

export const startSecondsOf = ({ input }: Pick<ProcessConfig, 'input'>): number =>
  Math.max(GENERATED_S, ...input.map(({ address }) => START_S.get(kindOf(address)) ?? GENERATED_S));

export const impactOnPublications = (
  followed: readonly PublicationUpdate[],
  change: IngestChange,
): PublicationImpact[] => {
  const firsts = firstOutputs(followed);
  return followed
    .map((update) => {
      const backupOf = firsts.get(update.id);
      return { ...foreseen(update, change), ...(backupOf !== undefined && { backupOf }) };
    })
    .toSorted((a, b) => rankOf(a) - rankOf(b));
};

/** Counts publications; one with two outputs counts once. */
export const publicationCount = (impacts: readonly PublicationImpact[]): number =>
  new Set(impacts.map(({ id, backupOf = id }) => backupOf)).size;

/** Ids of first outputs by those of second ones. */
function firstOutputs(followed: readonly PublicationUpdate[]): Map<string, string> {
  const backups = new Map(followed.map(({ id, held }) => [id, backupId(id, held?.metadata.control.backup)]));
  return new Map(
    [...backups].flatMap(([id, backup]) =>
      // A publication that names a backup cannot be a backup itself.
      backup !== null && backup !== id && backups.get(backup) === null ? [[backup, id] as const] : [],
    ),
  );
}

function backupId(id: string, uuid: string | undefined): string | null {
  const service = egressOf(id)?.service;
  return service === undefined || uuid === undefined ? null : egressId(service, uuid);
}

const RANKS: readonly Fate['status'][] = ['stuck', 'reconnects', 'off', 'continues'];
const rankOf = ({ fate, lacks }: PublicationImpact) => (lacks.length > 0 ? 0 : RANKS.indexOf(fate.status));

function foreseen(update: PublicationUpdate, change: IngestChange): PublicationImpact {
  const { id, name, following } = update;
  const audible = heardIn(update, change);
  const passed = passedBy(update, change);
  if (passed?.becomes.status === 'stuck')
    return { id, name, fate: { status: 'stuck', why: GONE }, changes: [], lacks: [] };
  if (following.status === 'stuck')
    return { id, name, fate: { status: 'stuck', why: following.why }, changes: [], lacks: [] };
  const { changes, lacks } = following.status === 'changed' ? following : { changes: [], lacks: [] };
  return { id, name, fate: fateOf(update, change), changes: [...changes, ...audible], lacks };
}

const GONE = msg('The channel no longer has the video or audio that its rendition encodes.');

const passedBy = ({ held }: Pick<PublicationUpdate, 'held'>, { renditions }: IngestChange) =>
  renditions.find(({ uuid }) => uuid === held?.metadata.control.source.rendition);

/** Estimated seconds until a rendition is back; null: no interruption. */
function breakOf({ becomes }: RenditionTurn, { seconds }: IngestChange): number | null {
  if (becomes.status === 'changed') return startSecondsOf(becomes.process) + (seconds ?? 0);
  if (becomes.status === 'stuck' || seconds === null) return null;
  return startSecondsOf(becomes.process) + seconds;
}

function fateOf(update: PublicationUpdate, change: IngestChange): Fate {
  const { id, held, following } = update;
  const { channel, on, seconds, keeps } = change;
  if (!on.includes(id)) return { status: 'off' };
  const process = following.status === 'changed' ? following.process : (held?.process ?? null);
  const own = process ? startSecondsOf(process) : GENERATED_S;
  if (following.status === 'changed') return { status: 'reconnects', seconds: own + (seconds ?? 0) };
  const feed = held?.metadata.control.source.source;
  const passed = passedBy(update, change);
  if (passed) {
    const outage = isServed(feed) ? breakOf(passed, change) : null;
    return outage === null ? { status: 'continues' } : { status: 'reconnects', seconds: own + outage };
  }
  // A server closes connections at the end of the stream; a core removes the playlist of a replaced ingest.
  const isSpared = held !== null && (readsElsewhere({ ...held, channel }) || readsHold(held.metadata.control.source));
  const reads = isSpared || (held !== null && keeps && !isServed(feed));
  const lost = seconds !== null && !reads;
  return lost ? { status: 'reconnects', seconds: own + seconds } : { status: 'continues' };
}

const isServed = (feed: Feed | undefined) => feed === 'rtmp' || feed === 'srt';

function heardIn({ held, following }: PublicationUpdate, { before, after }: IngestChange): Heard[] {
  const sending = following.status === 'changed' ? following.metadata : held?.metadata;
  if (!sending?.streams.some(({ type }) => type === 'audio')) return [];
  const [from, to] = [before, after].map(({ profiles: [profile] }) => profile.audio.source);
  if (from === undefined || to === undefined || from < 0 || to < 0 || from === to) return [];
  return [{ of: 'origin', to: to === 0 ? 'video' : 'own' }];
}
