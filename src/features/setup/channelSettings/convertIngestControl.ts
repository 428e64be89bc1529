import { type ControlContext, ingestControlFields } from '../../../catalog/control/ingestControlFields.ts';
import { settingsOf, valueAt } from '../../../catalog/form/fieldValues.ts';
import { feedServers, type Network } from '../../../media/address/channelAddresses.ts';
import type { CoderSettings } from '../../../media/encoding/profile.ts';
import { type IngestMetadata, parseIngestMetadata } from '../../../media/stored/metadata.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import type { HeldChannel } from '../saveChannel/readChannel.ts';
import type { ChannelDraft } from './channelDraft.ts';

type Control = IngestMetadata['control'];

/** The control as the form shows it: limits that nobody has stored with the channel are those of the process. */
export const controlShown = ({ control }: ChannelDraft, { process }: Pick<HeldChannel, 'process'>): CoderSettings =>
  control.limits ? control : { ...control, limits: process?.limits };

/** From the form back to what is stored. Limits that nobody has touched stay out of it: whoever has set them knows why. */
export function controlFrom(shown: CoderSettings, settings: CoderSettings, stored: Control): Control {
  const { limits, ...control } = parseIngestMetadata({ version: 1, control: settings }).control;
  const touched = !sameJson(valueAt(settings, 'limits'), settingsOf(ingestControlFields, shown).limits);
  return stored.limits || touched ? { ...control, limits } : control;
}

export const controlContextOf = (
  network: Pick<Network, 'words' | 'rtmp' | 'srt'>,
  { process }: Pick<HeldChannel, 'process'>,
): ControlContext => ({
  servers: network.words ? feedServers(network) : null,
  // A core that knows limits answers them with each process.
  limits: process?.limits !== undefined && process.limits !== null,
});
