import { channelOfIngest, egressOf, METADATA_KEY, RENDITION_KEY, renditionOf } from '../../api/processIds.ts';
import { FIRST_CHANNEL } from '../channel/channelReader.ts';
import { parseEgressMetadata, parseIngestMetadata, parseRenditionMetadata } from '../stored/metadata.ts';
import type { InstalledProcess } from './installation.ts';

/** The name that operators gave a channel, publication or rendition; the id of any other process. */
export function processName({ id, metadata }: Pick<InstalledProcess, 'id' | 'metadata'>): string {
  const own = metadata[METADATA_KEY];
  if (channelOfIngest(id) !== null) return parseIngestMetadata(own).meta.name || FIRST_CHANNEL;
  const egress = egressOf(id);
  if (egress) return parseEgressMetadata(own).name || egress.service;
  return renditionOf(id) ? parseRenditionMetadata(metadata[RENDITION_KEY]).name || id : id;
}
