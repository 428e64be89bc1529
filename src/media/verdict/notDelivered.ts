import type { Proof, ProofFault } from '../../api/answers/proofReport.ts';
import { msg } from '../../i18n/msg.ts';
import { type FindingAbout, type PublicationFact, type Sentence, say, type Table } from './verdictTypes.ts';

type Unseen = Extract<Proof, { status: 'unseen' }>;
type Late = Extract<Proof, { status: 'late' }>;

const UNSEEN: Readonly<Record<ProofFault, string>> = {
  gone: msg('{{name}} sends, but its viewers have received nothing since {{time}}.'),
  black: msg('{{name}} sends, but its viewers have seen black video since {{time}}.'),
  frozen: msg('{{name}} sends, but its viewers have seen frozen video since {{time}}.'),
  silent: msg('{{name}} sends, but its viewers have had no audio since {{time}}.'),
  other: msg('{{name}} sends, but its viewers have seen other video since {{time}}.'),
  old: msg('{{name}} sends, but its viewers have seen old video since {{time}}.'),
};

export const UNSEEN_REMEDY = msg(
  'Open the page of the platform. If the stream is missing there too, restart the publication.',
);

export const unseenSentence = ({ fault, since }: Unseen, name: string): Sentence =>
  say(UNSEEN[fault], { name, time: { at: since } });

const lateSentence = ({ delay }: Late, name: string): Sentence =>
  say(msg('Viewers of {{name}} are {{n}} s behind, more than before.'), { name, n: Math.round(delay) });

interface ProvenFact<Found extends Proof> {
  publication: PublicationFact;
  proof: Found;
}

function provenAmong<Status extends Proof['status']>(publications: readonly PublicationFact[], status: Status) {
  return publications.flatMap((publication): ProvenFact<Extract<Proof, { status: Status }>>[] => {
    const { proof } = publication;
    const isOfStatus = (found: Proof): found is Extract<Proof, { status: Status }> => found.status === status;
    return publication.status === 'live' && proof && isOfStatus(proof) ? [{ publication, proof }] : [];
  });
}

const finding = (
  found: readonly ProvenFact<Unseen | Late>[],
  ...sentences: Sentence[]
): Omit<FindingAbout, 'severity'> => ({
  fault: 'destination',
  ids: found.map(({ publication }) => publication.id),
  since: Math.min(...found.map(({ proof }) => proof.since)),
  sentences,
  remedies: [],
});

const namesOf = (found: readonly ProvenFact<Proof>[]) => found.map(({ publication }) => publication.name).join(', ');

/** Publications that are sent, and what viewers of their platforms get. */
export const NOT_DELIVERED = {
  unseen: ({ publications }) => {
    const found = provenAmong(publications, 'unseen');
    const [first] = found;
    if (first === undefined) return null;
    const sentence =
      found.length === 1
        ? unseenSentence(first.proof, first.publication.name)
        : say(msg('These publications send, but viewers do not see the channel: {{names}}.'), {
            names: namesOf(found),
          });
    return { severity: 'error', ...finding(found, sentence, ...(found.length === 1 ? [say(UNSEEN_REMEDY)] : [])) };
  },
  late: ({ publications }) => {
    const found = provenAmong(publications, 'late');
    const [first] = found;
    if (first === undefined) return null;
    const sentence =
      found.length === 1
        ? lateSentence(first.proof, first.publication.name)
        : say(msg('Viewers of these publications are further behind than before: {{names}}.'), {
            names: namesOf(found),
          });
    return { severity: 'warning', ...finding(found, sentence) };
  },
} as const satisfies Table;
