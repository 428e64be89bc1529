const LONGEST = 72;
/** Words that end like a past or a continuous form, and are none. */
const IMPERATIVES = /^(bring|embed|exceed|feed|need|proceed|seed|shed|speed|spring|string|swing|wed)$/;

/** What no sentence of a command begins with. */
const NO_VERB = /^(an?|the|more|no|only|some|what|when|where|which|who)$/;

/**
 * The faults in the first line of a commit; empty: none. The line is `area: verb what`, imperative, at most 72
 * characters, and holds one thought (CONTRIBUTING.md).
 */
export function faultsOfSubject(subject: string): string[] {
  const [, verb] = /^[\p{L}\d][\p{L}\d ,./-]*: ([\p{L}-]+)(?=[ ,]|$)/u.exec(subject) ?? [];
  return [
    ...(subject.length > LONGEST ? [`has ${subject.length} characters, at most ${LONGEST}`] : []),
    ...(verb === undefined ? ['is not "area: verb what"'] : []),
    ...(verb !== undefined && /^\p{Lu}/u.test(verb) ? [`"${verb}" has a capital`] : []),
    ...(verb !== undefined && /(ed|ing)$/.test(verb) && !IMPERATIVES.test(verb) ? [`"${verb}" is no imperative`] : []),
    ...(verb !== undefined && NO_VERB.test(verb) ? [`"${verb}" is no verb`] : []),
    ...(subject.includes(';') ? ['says two things: make two commits'] : []),
    ...(subject.endsWith('.') ? ['ends with a full stop'] : []),
  ];
}
