import type { Progress } from './progress.ts';
import { ratesOf, stalledFor, type Throughput } from './throughput.ts';

/** @param measuredKbit of the stored files, see `bitrateKbitOf` */
export function sourceKbit(
  source: { readonly progress: Progress; readonly flow: Throughput | null } | null,
  measuredKbit: number | null,
): number | null {
  if (source?.progress.status !== 'connected') return null;
  const measured = ratesOf(source.flow)?.kbit ?? null;
  if (measured !== null) return measured;
  return stalledFor(source.flow) === null ? (source.progress.bitrateKbit ?? measuredKbit) : null;
}
