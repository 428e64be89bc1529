import { isChannelId } from '../../src/api/processIds.ts';
import { elapsedMs } from '../util/elapsedMs.ts';
import { limit } from '../util/limits.ts';

export interface FileOwner {
  readonly kind: 'operator' | 'process' | 'push';
  readonly id: string;
}

export const OPERATOR: FileOwner = { kind: 'operator', id: '' };

const PUSHED = '/ingest/';
const UUID_LENGTH = 36;

/** Returns the channel that a file is pushed to, by its name; null if none. No id is a prefix of another. */
export function pushedTo(name: string): string | null {
  if (!name.startsWith(PUSHED)) return null;
  const channel = name.slice(PUSHED.length, PUSHED.length + UUID_LENGTH);
  return isChannelId(channel) ? channel : null;
}

/** Pushed files count by name, because old encoder URLs contain the password of the whole storage. */
export function ownerOf(name: string, writer: FileOwner): FileOwner {
  const channel = pushedTo(name);
  return channel === null ? writer : { kind: 'push', id: channel };
}

/** Share of the remaining memory that an owner may hold, so that later ones get some. */
const PART: Readonly<Record<FileOwner['kind'], number>> = { push: 0.5, process: 0.9, operator: 0.5 };

/** A stream's peak stays reserved between segments, and for this long after the last. */
const RESERVED_MS = 5 * 60_000;

export interface ShareLimits {
  /** Total of all owners; 0 for unlimited. */
  readonly limitBytes: number;
  readonly pushBytes: number;
}

interface OwnerUsage {
  readonly owner: FileOwner;
  storedBytes: number;
  incomingBytes: number;
  files: number;
  peakBytes: number;
  peakAtMs: number;
  writtenAtMs: number;
}

type Change = Partial<Pick<OwnerUsage, 'storedBytes' | 'incomingBytes' | 'files'>>;

const keyOf = ({ kind, id }: FileOwner) => `${kind} ${id}`;
const usedBytes = ({ storedBytes, incomingBytes }: OwnerUsage) => storedBytes + incomingBytes;

export const isSameOwner = (a: FileOwner, b: FileOwner): boolean => keyOf(a) === keyOf(b);

/** Tracks memory by owner. Nobody may take what another holds or recently held. */
export function createShares(limitsNow: () => ShareLimits) {
  const holdings = new Map<string, OwnerUsage>();

  const reservedBytes = ({ owner, peakBytes, peakAtMs }: OwnerUsage, nowMs: number): number =>
    owner.kind === 'operator' || nowMs - peakAtMs > RESERVED_MS ? 0 : peakBytes;

  const allowedBytes = (owner: FileOwner, bytesOf: (other: OwnerUsage) => number): number => {
    const { limitBytes, pushBytes } = limitsNow();
    const max = owner.kind === 'push' ? pushBytes : Number.POSITIVE_INFINITY;
    if (limitBytes === 0) return max;
    const own = keyOf(owner);
    let left = limitBytes;
    let isAlone = true;
    for (const [key, holding] of holdings) {
      if (key === own) continue;
      left -= bytesOf(holding);
      isAlone = false;
    }
    // The operator may fill a memory without streams.
    return Math.min(max, owner.kind === 'operator' && isAlone ? left : left * PART[owner.kind]);
  };

  const roomBytes = (owner: FileOwner): number => {
    const own = holdings.get(keyOf(owner));
    const nowMs = elapsedMs();
    const allowed = allowedBytes(owner, (other) => Math.max(usedBytes(other), reservedBytes(other, nowMs)));
    if (own === undefined) return allowed;
    return Math.max(allowed, reservedBytes(own, nowMs)) - usedBytes(own);
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
      // Incoming bytes may still be rejected.
      if (holding.storedBytes >= holding.peakBytes || nowMs - holding.peakAtMs > RESERVED_MS) {
        holding.peakBytes = holding.storedBytes;
        holding.peakAtMs = nowMs;
      }
      if (holding.files === 0 && usedBytes(holding) === 0) holdings.delete(key);
      else holdings.set(key, holding);
    },
    roomBytes,
    fits(owner: FileOwner, moreBytes: number, moreFiles: number): boolean {
      const files = holdings.get(keyOf(owner))?.files ?? 0;
      if (owner.kind === 'push' && files + moreFiles > limit('pushedFiles')) return false;
      return moreBytes <= roomBytes(owner);
    },
    fitsIncoming: (owner: FileOwner): boolean =>
      (holdings.get(keyOf(owner))?.incomingBytes ?? 0) <= allowedBytes(owner, ({ incomingBytes }) => incomingBytes),
    mayDrop(writer: FileOwner, owner: FileOwner): boolean {
      if (isSameOwner(writer, owner)) return true;
      if (writer.kind === 'push') return false;
      const writtenAtMs = holdings.get(keyOf(owner))?.writtenAtMs ?? Number.NEGATIVE_INFINITY;
      return owner.kind === 'operator' || elapsedMs() - writtenAtMs > RESERVED_MS;
    },
  };
}
