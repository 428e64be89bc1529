import type { Proof, ProofDoubt, ProofFault } from '../../api/answers/proofReport.ts';
import { msg } from '../../i18n/msg.ts';

const UNSEEN: Readonly<Record<ProofFault, string>> = {
  gone: msg('Not seen by viewers since {{time}}'),
  black: msg('Black video for viewers since {{time}}'),
  frozen: msg('Frozen video for viewers since {{time}}'),
  silent: msg('No audio for viewers since {{time}}'),
  other: msg('Other video for viewers since {{time}}'),
  old: msg('Old video for viewers since {{time}}'),
};

const UNCLEAR: Readonly<Record<ProofDoubt, string>> = {
  still: msg('Viewers: the video does not move, so it cannot be compared'),
  dark: msg('Viewers: the video is too dark to compare'),
  plain: msg('Viewers: the video has too few details to compare'),
  own: msg('Viewers: the video of the channel itself cannot be read'),
  address: msg('Viewers: nothing is at the playback address'),
  unreadable: msg('Viewers: no stream is at the playback address'),
  slow: msg('Viewers: the playback address does not respond in time'),
  refused: msg('Viewers: the core may not read the playback address'),
  network: msg('Viewers: the core cannot reach the playback address'),
  login: msg('Viewers: the playback address asks for a login'),
  busy: msg('Viewers: unknown while the CPU of the server is at its limit'),
};

/** A text of the catalog with `n` in seconds and `time`. `since` in ms since 1970; null if the text has no time. */
export function proofLine(proof: Proof): { text: string; n: number | null; since: number | null } {
  switch (proof.status) {
    case 'seen':
      return proof.delay === null
        ? { text: msg('Heard by viewers'), n: null, since: null }
        : { text: msg('Seen by viewers, {{n}} s behind'), n: secondsOf(proof.delay), since: null };
    case 'late':
      return { text: msg('Seen by viewers, {{n}} s behind: more than before'), n: secondsOf(proof.delay), since: null };
    case 'unseen':
      return { text: UNSEEN[proof.fault], n: null, since: proof.since };
    case 'unclear':
      return { text: UNCLEAR[proof.doubt], n: null, since: null };
  }
}

/** Both sides buffer, so a platform may seem to be early. */
const secondsOf = (delay: number) => Math.max(0, Math.round(delay));
