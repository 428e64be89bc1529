import type { Core } from '../../src/api/client.ts';
import { isChannelId } from '../../src/api/processIds.ts';
import { formatNextBegin, nextBeginPath } from '../../src/media/schedule/nextBegin.ts';
import { showBegins } from '../../src/media/schedule/schedulePreview.ts';
import type { ScheduleSettings } from '../../src/media/schedule/scheduleSettings.ts';

/** A due start stays announced for this long; viewers read that it starts soon. */
const SOON_MS = 10 * 60_000;

/** Next start of each channel by its own rules, in milliseconds since 1970. */
export function nextBegins(settings: ScheduleSettings, now: number): ReadonlyMap<string, number> {
  // The id becomes part of a path.
  const channels = new Set(
    settings.rules.flatMap(({ subject }) =>
      subject.type === 'channel' && isChannelId(subject.id) ? [subject.id] : [],
    ),
  );
  return new Map(
    [...channels].flatMap((channel) => {
      const at = showBegins(settings, channel, now - SOON_MS);
      return at === null ? [] : [[channel, at] as const];
    }),
  );
}

/** Writes the next start of each channel for viewers when it changes. Throws errors of the core. */
export function createViewerTeller(core: Pick<Core, 'diskFiles' | 'diskWrite'>) {
  let announced: Map<string, number | null> | null = null;

  /** Announcements of other agents are unknown and may be outdated; NaN differs from any time. */
  async function readAnnounced() {
    const files = await core.diskFiles({ glob: `/${nextBeginPath('*')}` });
    return new Map<string, number | null>(files.map(({ name }) => [name.split('/').at(-2) ?? '', Number.NaN]));
  }

  return async (settings: ScheduleSettings, now: number): Promise<void> => {
    announced ??= await readAnnounced();
    const nextStarts = nextBegins(settings, now);
    for (const channel of new Set([...announced.keys(), ...nextStarts.keys()])) {
      const at = nextStarts.get(channel) ?? null;
      if ((announced.get(channel) ?? null) === at) continue;
      await core.diskWrite({ path: `/${nextBeginPath(channel)}`, body: formatNextBegin(at) });
      announced.set(channel, at);
    }
  };
}
