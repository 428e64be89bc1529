import { speedAt, type TestedEncoders } from '../encoding/encoderTestResults.ts';
import type { Profile, StreamCoding } from '../encoding/profile.ts';
import type { EgressMetadata } from '../stored/metadata.ts';

const isEncoded = ({ encoder: { coder } }: StreamCoding) => coder !== 'copy' && coder !== 'none';

const argumentsOf = ({ stream, encoder, decoder }: StreamCoding) =>
  encoder.coder === 'none'
    ? ['none']
    : [`${stream}`, encoder.coder, ...encoder.mapping, ...(encoder.coder === 'copy' ? [] : ['|', ...decoder.mapping])];

/** Null if nothing is encoded, it is already shared, or it is protected, which excludes renditions. */
export function encodingKey({
  profiles: [{ video, audio }],
  control,
}: Pick<EgressMetadata, 'profiles' | 'control'>): string | null {
  const { rendition, hold } = control.source;
  if (rendition !== undefined || hold || !isEncoded(video)) return null;
  return JSON.stringify([argumentsOf(video), argumentsOf(audio)]);
}

/** Groups of two or more ids with the same encoding. */
export function sharedAmong(keys: Readonly<Record<string, { encoding?: string | null | undefined }>>): string[][] {
  const groups = new Map<string, string[]>();
  for (const [id, { encoding }] of Object.entries(keys))
    if (encoding) groups.set(encoding, [...(groups.get(encoding) ?? []), id]);
  return [...groups.values()].filter((ids) => ids.length > 1);
}

/** CPU cores. `measured`: from running processes, else from the encoder test. */
export interface CpuSaving {
  cores: number;
  measured: boolean;
}

/** Percent of one core; 0 if the core does not report it. */
const running = (usages: readonly number[]) => usages.filter((usage) => usage > 0);

/** @param usages of the processes that encode it now: the rendition, or each publication */
export function savingOf(
  readers: number,
  usages: readonly number[],
  tested: { profile: Profile; height: number; results: TestedEncoders | undefined },
): CpuSaving | null {
  if (readers < 2) return null;
  const measured = running(usages);
  if (measured.length > 0) {
    const average = measured.reduce((sum, usage) => sum + usage, 0) / measured.length / 100;
    return { cores: average * (readers - 1), measured: true };
  }
  const cost = costOf(tested);
  return cost === null ? null : { cores: cost * (readers - 1), measured: false };
}

/** Seconds of one core per second of video. */
function costOf({ profile, height, results }: Parameters<typeof savingOf>[2]): number | null {
  const result = results?.[profile.video.encoder.coder];
  if (!result?.works) return null;
  const measured = result.sizes.flatMap((size) => (size.cpu === null ? [] : [{ ...size, cpu: size.cpu }]));
  const [first] = measured.toSorted((a, b) => Math.abs(a.height - height) - Math.abs(b.height - height));
  if (!first) return null;
  const [tested, actual] = [speedAt(result, first.height), speedAt(result, height)];
  // A lower speed at a larger size means a higher cost.
  return tested && actual ? first.cpu * (tested / actual) : first.cpu;
}
