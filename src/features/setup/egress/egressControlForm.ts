import type { ProcessConfig } from '../../../api/answers/process.ts';
import { type EgressControlContext, egressControlFields } from '../../../catalog/control/egressControlFields.ts';
import { adaptFieldsToContext } from '../../../catalog/form/evaluateFields.ts';
import type { Fields } from '../../../catalog/form/fields.ts';
import { settingsOf, valueAt } from '../../../catalog/form/fieldValues.ts';
import { feedServers, type Network } from '../../../media/address/channelAddresses.ts';
import type { CoderSettings } from '../../../media/encoding/profile.ts';
import { withoutHold, withValidHold } from '../../../media/hold/readsHold.ts';
import {
  type EgressMetadata,
  type Feed,
  type IngestMetadata,
  parseEgressMetadata,
} from '../../../media/stored/metadata.ts';
import { NO_TURN } from '../../../media/stored/publicationStartOrder.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';

type Control = EgressMetadata['control'];

/** Returns the feeds of a channel, least delay first: those that it writes and whose server is on. */
export function feedsOf(
  { hls, rtmp, srt }: Pick<IngestMetadata['control'], 'hls' | 'rtmp' | 'srt'>,
  network: Pick<Network, 'words' | 'rtmp' | 'srt'>,
): [Feed, ...Feed[]] {
  const servers = feedServers(network);
  const feeds = [
    ...(rtmp.enable && servers.rtmp ? ['rtmp' as const] : []),
    ...(srt.enable && servers.srt ? ['srt' as const] : []),
  ];
  const playlist = `hls+${hls.storage}` as const;
  const [first, ...rest] = feeds;
  return first ? [first, ...rest, playlist] : [playlist];
}

export const readingFeed = (metadata: EgressMetadata, source: Feed): EgressMetadata => ({
  ...metadata,
  control: withValidHold({ ...metadata.control, source: { ...metadata.control.source, source } }),
});

/** Returns the control that passes on a rendition, without protection; null: the channel itself. */
export function passRendition(control: Control, source: Feed, rendition: string | null): Control {
  const { rendition: _, ...others } = withoutHold(control).source;
  return { ...control, source: { ...others, source, ...(rendition === null ? {} : { rendition }) } };
}

/** A core that supports limits includes them in every process. */
const hasLimits = (control: Control, { process }: { process: ProcessConfig | null }) =>
  control.limits !== undefined || process === null || process.limits !== undefined;

export function controlFields(
  feeds: readonly Feed[],
  control: Control,
  found: { process: ProcessConfig | null },
): Fields {
  const context: EgressControlContext = { feeds, limits: hasLimits(control, found) };
  return adaptFieldsToContext(egressControlFields, context);
}

/** The control settings of the form; without stored limits, those of the process are shown. */
export const egressControlShown = (control: Control, { process }: { process: ProcessConfig | null }): CoderSettings =>
  control.limits ? control : { ...control, limits: process?.limits };

/** Adds a publication to the group that starts and stops together; '' removes it. */
export function inGroup({ turn = NO_TURN, ...control }: Control, group: string): Control {
  const next = { ...turn, group: group.trim() };
  return sameJson(next, NO_TURN) ? control : { ...control, turn: next };
}

/** '' removes the playback address. */
export function withPlayback({ playback: _, ...control }: Control, address: string): Control {
  return address.trim() === '' ? control : { ...control, playback: address.trim() };
}

/** Returns the control settings to store. Untouched limits are left out, because another program has set them. */
export function egressControlFrom(shown: CoderSettings, settings: CoderSettings, stored: Control): Control {
  const { limits, turn = NO_TURN, ...control } = parseEgressMetadata({ version: 1, control: settings }).control;
  const touched = !sameJson(valueAt(settings, 'limits'), settingsOf(egressControlFields, shown).limits);
  return {
    ...withValidHold(control),
    ...(stored.limits || touched ? { limits } : {}),
    ...(stored.turn || !sameJson(turn, NO_TURN) ? { turn: { ...turn, group: turn.group.trim() } } : {}),
  };
}
