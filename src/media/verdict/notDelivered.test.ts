import { describe, expect, it } from 'vitest';
import type { Proof } from '../../api/answers/proofReport.ts';
import { PROOF_FAULTS } from '../../api/answers/proofReport.ts';
import { UNSEEN_REMEDY } from './notDelivered.ts';
import { verdictOf } from './verdict.ts';
import type { PublicationFact, Situation } from './verdictTypes.ts';

const AT = 1_700_000_000_000;
const unseen: Proof = { status: 'unseen', fault: 'black', since: AT };
const seen: Proof = { status: 'seen', at: AT, delay: 18 };
const late: Proof = { status: 'late', at: AT, delay: 41.6, since: AT };
const unclear: Proof = { status: 'unclear', doubt: 'slow', since: AT };

const publication = (id: string, proof?: Proof, status: PublicationFact['status'] = 'live'): PublicationFact => ({
  ...{ id, name: id.toUpperCase(), status, words: null, to: null, since: null },
  ...(proof && { proof }),
});

function verdictWith(...publications: PublicationFact[]) {
  const situation: Situation = {
    ...{ now: AT, alive: true, seenAt: AT, failure: null, flow: null, cpuLately: null, publications },
    progress: {
      ...{ status: 'connected', order: 'start', seconds: 600, uptimeSeconds: 600 },
      ...{ fps: 25, bitrateKbit: null, speed: 1, q: 0, frames: 15_000, drop: 0, dup: 0 },
    },
  };
  return verdictOf(situation);
}

describe('the verdict', () => {
  it.each<[name: string, publications: PublicationFact[], kind: string, ids: string[]]>([
    ['seen by viewers', [publication('a', seen)], 'live', []],
    ['not looked at', [publication('a')], 'live', []],
    ['of which nothing can be told', [publication('a', unclear)], 'live', []],
    ['not seen by viewers', [publication('a', unseen), publication('b', seen)], 'unseen', ['a']],
    ['of which two are not seen', [publication('a', unseen), publication('b', unseen)], 'unseen', ['a', 'b']],
    ['later than before', [publication('a', late)], 'late', ['a']],
    ['not seen and late', [publication('a', late), publication('b', unseen)], 'unseen', ['b']],
    ['that is stopped', [publication('a', unseen, 'off')], 'live', []],
    ['that fails', [publication('a', unseen), publication('b', undefined, 'failing')], 'destination', ['b']],
  ])('on a publication %s', (_, publications, kind, ids) => {
    const verdict = verdictWith(...publications);
    expect([verdict.kind, verdict.ids]).toEqual([kind, ids]);
  });

  it('blames the platform for what viewers get, since they were seen last, and says what to do', () => {
    expect(verdictWith(publication('a', unseen))).toMatchObject({
      ...{ severity: 'error', fault: 'destination', since: AT },
      sentences: [{ values: { name: 'A', time: { at: AT } } }, { text: UNSEEN_REMEDY }],
    });
    expect(verdictWith(publication('a', late))).toMatchObject({
      ...{ severity: 'warning', fault: 'destination' },
      sentences: [{ values: { name: 'A', n: 42 } }],
    });
  });

  it('has a sentence for each fault', () => {
    const sentences = PROOF_FAULTS.map(
      (fault) => verdictWith(publication('a', { status: 'unseen', fault, since: AT })).sentences[0]?.text,
    );
    expect(new Set(sentences).size).toBe(PROOF_FAULTS.length);
  });
});
