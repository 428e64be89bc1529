/**
 * What viewers get instead: `gone`: nothing any more; `other`: another programme; `old`: the programme of another time,
 * or the same seconds again.
 */
export type ProofFault = 'gone' | 'black' | 'frozen' | 'silent' | 'other' | 'old';

/**
 * `still`, `dark`, `plain`: the picture does not say; `own`: the channel itself could not be looked at; `address`:
 * nothing is there; `unreadable`: it is no stream; `slow`: no answer in time; `refused`: the core may not read it;
 * `network`: the core cannot reach it; `busy`: the machine has no processor time left for looks.
 */
export type ProofDoubt =
  | ('still' | 'dark' | 'plain' | 'own' | 'busy')
  | ('address' | 'unreadable' | 'slow' | 'refused' | 'network' | 'login');

/** Whether viewers of a platform get what the channel sends. Times in ms since 1970, delays in seconds. */
export type Proof =
  /** `delay` is null for audio alone. */
  | { status: 'seen'; at: number; delay: number | null }
  /** Later than usual, or falling behind. */
  | { status: 'late'; at: number; delay: number; since: number }
  /** `since`: when it was seen last, or when it was first looked for. */
  | { status: 'unseen'; since: number; fault: ProofFault }
  | { status: 'unclear'; since: number; doubt: ProofDoubt };
