import * as z from 'zod';

/** What `docker buildx bake --print` says of the targets that it would build. */
const Printed = z.object({
  target: z.record(z.string(), z.object({ tags: z.array(z.string()).min(1), platforms: z.array(z.string()).min(1) })),
});

export interface ReleasedImage {
  variant: string;
  /** The one that was built, booted and scanned. */
  candidate: string;
  /** Where it goes. */
  tags: readonly string[];
  platforms: readonly string[];
}

/** `candidates` and `released` are printed with and without CANDIDATE: both name the same variants. */
export function releasedImages(candidates: unknown, released: unknown): ReleasedImage[] {
  const before = Printed.parse(candidates).target;
  return Object.entries(Printed.parse(released).target).map(([variant, { tags, platforms }]) => {
    const [candidate, ...more] = before[variant]?.tags ?? [];
    if (candidate === undefined || more.length > 0) throw new Error(`${variant} has no candidate of its own`);
    return { variant, candidate, tags, platforms };
  });
}

/** A registry takes small letters only, and an account may have others. */
export const imageName = (repository: string): string => `ghcr.io/${repository.toLowerCase()}`;

const Manifest = z.object({ digest: z.string().regex(/^sha256:[0-9a-f]{64}$/) });

/**
 * Of a tag, its digest is asked as a part of the whole: `{{.Manifest.Digest}}` alone is answered with a table for people
 * (https://github.com/docker/buildx/issues/1175).
 */
export const inspectDigest = (tag: string): readonly string[] => [
  ...['buildx', 'imagetools', 'inspect', tag],
  ...['--format', '{{json .Manifest}}'],
];

/** What `inspectDigest` was answered. */
export const digestOf = (printed: string): string => Manifest.parse(JSON.parse(printed)).digest;
