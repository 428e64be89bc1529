import { ProcessConfig } from '../../../src/api/answers/process.ts';
import { channelOfIngest, egressOf, METADATA_KEY, snapshotId } from '../../../src/api/processIds.ts';
import { egressProcess } from '../../../src/media/process/egress.ts';
import { ingestProcess } from '../../../src/media/process/ingest.ts';
import { snapshotProcess } from '../../../src/media/process/snapshot.ts';
import { parseEgressMetadata, parseIngestMetadata } from '../../../src/media/stored/metadata.ts';
import { type Case, type Group, group, list, text } from './case.ts';
import { networkFrom } from './sourceCases.ts';

const PAGE = 'http://core.example:8080';

/** Stored processes with their metadata: the process created from the metadata must equal the stored one. */
export const recordedCases = (file: Group): Case[] =>
  Object.entries(group(file.interfaces)).flatMap(([release, recorded]) => {
    const processes = list(group(recorded).processes);
    const stored = new Map(processes.map(({ id, metadata }) => [text(id), group(metadata)[METADATA_KEY]]));
    return processes.map(({ id, reference, config }): Case => {
      const input = stored.get(text(id));
      return {
        id: `${release} ${text(group(input).name, text(id))}`,
        names: ['process', 'recorded'],
        level: null,
        quirk: false,
        given: input ?? stored.get(text(id).replace(/_snapshot$/, '')),
        expected: withoutZeroLimits(config),
        actual: () => withoutZeroLimits(rebuild(text(id), text(reference), stored)),
      };
    });
  });

/** A core returns limits that were not set as zeros. */
export function withoutZeroLimits(config: unknown): ProcessConfig {
  const { limits, ...rest } = ProcessConfig.parse(config);
  return limits && Object.values(limits).some((limit) => limit > 0) ? { ...rest, limits } : rest;
}

function rebuild(id: string, channel: string, stored: ReadonlyMap<string, unknown>): unknown {
  const ingest = [...stored].find(([id]) => channelOfIngest(id) === channel)?.[1];
  const metadata = parseIngestMetadata(ingest);
  const egress = egressOf(id);
  if (egress) {
    const { service, uuid } = egress;
    const { streams } = metadata;
    return egressProcess({ channel, service, uuid, metadata: parseEgressMetadata(stored.get(id)), streams });
  }
  return id === snapshotId(channel)
    ? snapshotProcess({ channel, metadata })
    : ingestProcess({ channel, metadata, network: networkFrom({ version: 3, srt: { enable: true } }, PAGE, channel) });
}
