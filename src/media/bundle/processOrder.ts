import {
  backupOf,
  channelOfIngest,
  egressOf,
  renditionOf,
  slateId,
  snapshotId,
  temporaryProcessOf,
} from '../../api/processIds.ts';
import { byText } from './canonicalText.ts';
import type { InstalledProcess } from './installation.ts';

type Identified = Pick<InstalledProcess, 'id' | 'reference'>;

/** Ingests first: everything else of a channel reads them. */
const KINDS: readonly ((process: Identified) => boolean)[] = [
  ({ id }) => channelOfIngest(id) !== null,
  ({ id, reference }) => id === snapshotId(reference),
  ({ id }) => renditionOf(id) !== null,
  ({ id, reference }) => id === slateId(reference),
  ({ id }) => backupOf(id) !== null,
  ({ id }) => egressOf(id) !== null,
];

const rankOf = (process: Identified): number => {
  const rank = KINDS.findIndex((isOf) => isOf(process));
  return rank < 0 ? KINDS.length : rank;
};

/** By channel, then in the order in which they can be started. Processes of other programs come last. */
export const byChannelAndKind = (a: Identified, b: Identified): number =>
  Number(a.reference === '') - Number(b.reference === '') ||
  byText(a.reference, b.reference) ||
  rankOf(a) - rankOf(b) ||
  byText(a.id, b.id);

/** The channel that a process of ours belongs to by its id; null for other programs. */
export function channelOfProcess({ id, reference }: Identified): string | null {
  const named = channelOfIngest(id) ?? renditionOf(id)?.channel ?? backupOf(id)?.channel;
  if (named !== undefined) return named;
  if (egressOf(id)) return reference;
  const isOfChannel = reference !== '' && (id === slateId(reference) || id === snapshotId(reference));
  return isOfChannel ? reference : null;
}

/** Probes, trials and uploads end by themselves. */
export const isLasting = ({ id }: Pick<Identified, 'id'>): boolean => temporaryProcessOf(id) === null;
