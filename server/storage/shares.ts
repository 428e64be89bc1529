import { isChannelId } from '../../src/api/processIds.ts';
import { elapsedMs } from '../util/elapsedMs.ts';
import { limit } from '../util/limits.ts';

/** The writer of a file: a process of this core, an encoder with the key of a channel (`id`), or the operator. */
export interface FileOwner {
  readonly kind: 'operator' | 'process' | 'push';
  readonly id: string;
}

export const OPERATOR: FileOwner = { kind: 'operator', id: '' };

const PUSHED = '/ingest/';
const UUID_LENGTH = 36;

/** The channel that a file is pushed to, by its name: they begin with its id. null: none. No id is a prefix of another one. */
export function pushedTo(name: string): string | null {
  if (!name.startsWith(PUSHED)) return null;
  const channel = name.slice(PUSHED.length, PUSHED.length + UUID_LENGTH);
  return isChannelId(channel) ? channel : null;
}

/** Pushed files count by their name, as addresses of before the keys hold the password of the whole storage. */
export function ownerOf(name: string, writer: FileOwner): FileOwner {
  const channel = pushedTo(name);
  return channel === null ? writer : { kind: 'push', id: channel };
}

/**
 * The part of what others leave that an owner may hold: something is always left for those who come later. An encoder
 * decides what its channel's process writes, so that has a bound as well.
 */
const PART: Readonly<Record<FileOwner['kind'], number>> = { push: 0.5, process: 0.9, operator: 0.5 };

/** What a stream held at its largest stays reserved for it between two segments, and for so long after the last one. */
const RESERVED_MS = 5 * 60_000;

export interface ShareLimits {
  /** Of all owners together; 0: unlimited. */
  readonly limitBytes: number;
  /** Of the files pushed to one channel. */
  readonly pushBytes: number;
}

interface OwnerUsage {
  readonly owner: FileOwner;
  storedBytes: number;
  /** Of uploads under way. */
  incomingBytes: number;
  files: number;
  peakBytes: number;
  peakAtMs: number;
  writtenAtMs: number;
}

type Change = Partial<Pick<OwnerUsage, 'storedBytes' | 'incomingBytes' | 'files'>>;

const keyOf = ({ kind, id }: FileOwner) => `${kind} ${id}`;
const heldBytes = ({ storedBytes, incomingBytes }: OwnerUsage) => storedBytes + incomingBytes;

export const isSameOwner = (one: FileOwner, other: FileOwner): boolean => keyOf(one) === keyOf(other);

/** The use of the memory by owner. Nobody may take what another one holds, or held a moment ago. */
export function createShares(limitsNow: () => ShareLimits) {
  const holdings = new Map<string, OwnerUsage>();

  const reservedBytes = ({ owner, peakBytes, peakAtMs }: OwnerUsage, nowMs: number): number =>
    owner.kind === 'operator' || nowMs - peakAtMs > RESERVED_MS ? 0 : peakBytes;

  /** What one may hold where the others hold what `ofOther` says. */
  const allowedBytes = (owner: FileOwner, ofOther: (other: OwnerUsage) => number): number => {
    const { limitBytes, pushBytes } = limitsNow();
    const most = owner.kind === 'push' ? pushBytes : Number.POSITIVE_INFINITY;
    if (limitBytes === 0) return most;
    const own = keyOf(owner);
    let left = limitBytes;
    let isAlone = true;
    for (const [key, holding] of holdings) {
      if (key === own) continue;
      left -= ofOther(holding);
      isAlone = false;
    }
    // The operator may fill a memory that no stream uses.
    return Math.min(most, owner.kind === 'operator' && isAlone ? left : left * PART[owner.kind]);
  };

  /** What an owner may hold beside what it has; less than 0 where it has too much. */
  const roomBytes = (owner: FileOwner): number => {
    const own = holdings.get(keyOf(owner));
    const nowMs = elapsedMs();
    const allowed = allowedBytes(owner, (other) => Math.max(heldBytes(other), reservedBytes(other, nowMs)));
    if (own === undefined) return allowed;
    // What is reserved for it, it may have, however little is left beside.
    return Math.max(allowed, reservedBytes(own, nowMs)) - heldBytes(own);
  };

  return {
    change(owner: FileOwner, { storedBytes = 0, incomingBytes = 0, files = 0 }: Change): void {
      const key = keyOf(owner);
      const nowMs = elapsedMs();
      const none = { storedBytes: 0, incomingBytes: 0, files: 0 };
      const holding = holdings.get(key) ?? { owner, ...none, peakBytes: 0, peakAtMs: nowMs, writtenAtMs: nowMs };
      holding.storedBytes += storedBytes;
      holding.incomingBytes += incomingBytes;
      holding.files += files;
      if (storedBytes > 0) holding.writtenAtMs = nowMs;
      // What comes in may be refused yet.
      if (holding.storedBytes >= holding.peakBytes || nowMs - holding.peakAtMs > RESERVED_MS) {
        holding.peakBytes = holding.storedBytes;
        holding.peakAtMs = nowMs;
      }
      if (holding.files === 0 && heldBytes(holding) === 0) holdings.delete(key);
      else holdings.set(key, holding);
    },
    roomBytes,
    /** Whether an owner may hold `moreBytes` in `moreFiles` beside what it has. */
    fits(owner: FileOwner, moreBytes: number, moreFiles: number): boolean {
      const files = holdings.get(keyOf(owner))?.files ?? 0;
      if (owner.kind === 'push' && files + moreFiles > limit('pushedFiles')) return false;
      return moreBytes <= roomBytes(owner);
    },
    /** The same of its uploads alone, where stored files are going to make room. */
    fitsIncoming: (owner: FileOwner): boolean =>
      (holdings.get(keyOf(owner))?.incomingBytes ?? 0) <= allowedBytes(owner, ({ incomingBytes }) => incomingBytes),
    /** Where old files make room: whether those of `owner` may be dropped for the writer's. */
    mayDrop(writer: FileOwner, owner: FileOwner): boolean {
      if (isSameOwner(writer, owner)) return true;
      if (writer.kind === 'push') return false;
      const writtenAtMs = holdings.get(keyOf(owner))?.writtenAtMs ?? Number.NEGATIVE_INFINITY;
      return owner.kind === 'operator' || elapsedMs() - writtenAtMs > RESERVED_MS;
    },
  };
}
