import { fieldTargetOf } from '../diagnosis/processFailure.ts';
import type { PublicationFact } from '../verdict/verdictTypes.ts';
import type { Egresses } from './channel.ts';
import { backupOf, outputName, sendingOutputs } from './publicationOutputs.ts';
import { type PublicationState, refusedWords, sendingOf } from './publicationState.ts';

export type OutputStates = Readonly<Record<string, PublicationState>>;

export function outputFact(egresses: Egresses, id: string, publication: PublicationState): PublicationFact {
  const { refused, failure, proof } = publication;
  const status = sendingOf(publication);
  return {
    ...{ id, status, name: outputName(egresses, id) },
    words: refused === null ? (failure?.words ?? null) : refusedWords,
    to: refused === null && failure ? fieldTargetOf(failure) : null,
    since: failure?.since ?? failure?.at ?? null,
    ...(publication.hold && { readsHold: true }),
    ...(proof && status === 'live' && { proof }),
  };
}

/** Merges the outputs of a publication; the one that needs fixing determines the status. */
export function publicationFact(egresses: Egresses, id: string, outputs: OutputStates): PublicationFact {
  const factOf = (output: string) => (outputs[output] ? outputFact(egresses, output, outputs[output]) : null);
  const first = factOf(id);
  const backup = backupOf(egresses, id);
  if (!first) throw new Error(`nothing is known of ${id}`);
  if (backup === null) return first;
  const second = factOf(backup);
  const { status, lacks } = sendingOutputs(first.status, second?.status ?? null);
  const faulty = (lacks ?? (first.status === 'failing' ? 'primary' : 'backup')) === 'primary' ? first : second;
  const readsHold = first.readsHold || second?.readsHold;
  const named = {
    ...(faulty ?? { words: null, to: null, since: null }),
    ...{ id, name: egresses[id]?.name ?? '', status },
    ...(readsHold && { readsHold }),
    ...(first.proof && status === 'live' && { proof: first.proof }),
  };
  return lacks === null ? named : { ...named, lacks: { role: lacks, id: faulty?.id ?? null } };
}
