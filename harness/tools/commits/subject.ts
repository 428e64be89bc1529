const LONGEST = 72;
/** Imperatives that end like a past or continuous form. */
const IMPERATIVES = /^(bring|embed|exceed|feed|need|proceed|seed|shed|speed|spring|string|swing|wed)$/;

const NO_VERB = /^(an?|the|more|no|only|some|what|when|where|which|who)$/;

/** Returns the faults of a subject, `area: verb object`, imperative, at most 72 characters (CONTRIBUTING.md). */
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

export const AREAS: ReadonlySet<string> = new Set([
  ...[
    'agent',
    'api',
    'app',
    'catalog',
    'docker',
    'docs',
    'e2e',
    'features',
    'gate',
    'harness',
    'live',
    'media',
    'screens',
  ],
  ...['server', 'setup', 'shared', 'ui', 'viewer'],
  ...[
    'alarms',
    'channel',
    'control',
    'core',
    'diagnosis',
    'edges',
    'encoders',
    'healing',
    'history',
    'languages',
    'player',
    'publication',
  ],
  ...['schedule', 'services', 'settings', 'source', 'srt', 'timeline', 'verdict', 'website', 'wizard'],
  ...['bench', 'build', 'fuzz', 'help', 'packages', 'release', 'tests'],
]);

/** `player, server/rtmp: …` has the areas `player` and `server`. */
export function faultsOfAreas(subject: string): string[] {
  const [areas = ''] = subject.split(':');
  const unknown = areas.split(', ').filter((area) => !AREAS.has(area.replace(/\/.*/, '')));
  return unknown.map(
    (area) => `has the area "${area}", but there are ${[...AREAS].join(', ')} (harness/tools/commits/subject.ts)`,
  );
}
