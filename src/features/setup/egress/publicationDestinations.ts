import { UNREAD } from '../../../api/answers/fieldSchemas.ts';
import type { Process } from '../../../api/answers/process.ts';
import { egressOf, METADATA_KEY } from '../../../api/processIds.ts';
import { publicationName } from '../../../catalog/serviceFacts/serviceFactsOf.ts';
import { placesOf, type SendingPublication } from '../../../media/stored/duplicateDestinations.ts';
import { parseEgressMetadata, storedAs } from '../../../media/stored/metadata.ts';

export const egressMetadataOf = ({ metadata }: Process) => {
  const stored = metadata === UNREAD ? null : storedAs(parseEgressMetadata, metadata?.[METADATA_KEY]);
  return stored?.status === 'readable' ? stored.metadata : null;
};

export const nameOf = (process: Process): string =>
  publicationName(egressOf(process.id)?.service ?? '', egressMetadataOf(process)?.name ?? '');

/** Returns the publications among the processes of a core, with their running configuration. */
export const destinationsAmong = (all: readonly Process[]): SendingPublication[] =>
  all
    .filter(({ id }) => egressOf(id) !== null)
    .map((process) => ({
      id: process.id,
      name: nameOf(process),
      places: process.config && process.config !== UNREAD ? placesOf(process.config.output) : [],
    }));
