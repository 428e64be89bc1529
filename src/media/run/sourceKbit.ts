import type { Progress } from './progress.ts';
import { ratesOf, stalledFor, type Throughput } from './throughput.ts';

/**
 * kbit/s that it writes; null: not known.
 * @param measuredKbit of the files that it has stored, see `bitrateKbitOf`
 */
export function sourceKbit(
  source: { readonly progress: Progress; readonly flow: Throughput | null } | null,
  measuredKbit: number | null,
): number | null {
  if (source?.progress.status !== 'connected') return null;
  const told = ratesOf(source.flow)?.kbit ?? null;
  if (told !== null) return told;
  // Of HLS nobody tells the size; what was weighed before nothing came any more is no rate of now.
  return stalledFor(source.flow) === null ? (source.progress.bitrateKbit ?? measuredKbit) : null;
}
