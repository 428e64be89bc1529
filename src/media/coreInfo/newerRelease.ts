import * as z from 'zod/mini';

const Answer = z.object({
  latest_version: z.catch(z.string(), ''),
  service_version: z.catch(z.string(), ''),
});

type Release = readonly [number, number, number];

/** The version in a text that is a version, or ends with `v1.2.3`; null: it is no release. */
export function releaseOf(text: string): Release | null {
  const [, major, minor, patch] = /(?:^|v)(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/.exec(text.trim()) ?? [];
  return major === undefined ? null : [Number(major), Number(minor), Number(patch)];
}

const compare = (a: Release, b: Release) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];

export interface Releases {
  /** A release that is newer than ours, e.g. `1.2.3`. */
  newer: string | null;
  service: boolean;
}

const SERVICE_FROM: Release = [1, 0, 0];

export function releasesIn(raw: unknown, own: string): Releases {
  const { success, data } = z.safeParse(Answer, raw);
  if (!success) return { newer: null, service: false };
  const [latest, service, mine] = [releaseOf(data.latest_version), releaseOf(data.service_version), releaseOf(own)];
  return {
    newer: latest && mine && compare(latest, mine) > 0 ? latest.join('.') : null,
    service: service !== null && compare(service, SERVICE_FROM) >= 0,
  };
}
