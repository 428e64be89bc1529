import * as z from 'zod/mini';

const Answer = z.object({ latest_version: z.catch(z.string(), '') });

type Release = readonly [number, number, number];

const VERSION = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/;

function releaseOf(text: string): Release | null {
  const [, major, minor, patch] = VERSION.exec(text) ?? [];
  return major === undefined ? null : [Number(major), Number(minor), Number(patch)];
}

/** The server also lists releases of other products. */
const OWN_NAME = /^sluice[ -]v/;

const compare = (a: Release, b: Release) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];

/** Reads `latest_version` (`sluice v1.2.3` or `sluice-v1.2.3`); null unless it is newer than `own` (`1.2.3`). */
export function newerRelease(raw: unknown, own: string): string | null {
  const { success, data } = z.safeParse(Answer, raw);
  const text = success ? data.latest_version.trim() : '';
  if (!OWN_NAME.test(text)) return null;
  const [latest, mine] = [releaseOf(text.replace(OWN_NAME, '')), releaseOf(own)];
  return latest && mine && compare(latest, mine) > 0 ? latest.join('.') : null;
}
