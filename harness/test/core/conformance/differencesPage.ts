import { knownDifferences, outOfScope, UNOBEYED_SETTINGS, UNRECORDED_DIFFERENCES } from './knownDifferences.ts';
import { recordings } from './recordedExchanges.ts';

export function differencesPage(): string {
  const left = recordings.filter(({ title }) => outOfScope.some(({ of }) => of.test(title))).length;
  return `# Where the embedded core differs

The embedded core (\`server\`) behaves like datarhei core 16.14. \`make test\` replays ${recordings.length} recordings of a real core against
it; ${recordings.length - left} of them are in scope. The replay fails if a response differs without a row here, or if a row is not needed. This page
is generated from \`harness/test/core/conformance/knownDifferences.ts\`.

${knownDifferences.map(({ what, why }) => `- **${what}** ${why}`).join('\n')}

## Not covered by recordings

${UNRECORDED_DIFFERENCES.map(({ what, why, test }) => `- **${what}** ${why} _Tested:_ \`${test}\``).join('\n')}

## Settings without an effect

They are stored so that nothing is lost when you move to a real core.

${UNOBEYED_SETTINGS.map(({ fields, why }) => `- ${fields.map((field) => `\`${field}\``).join(', ')}: ${why}`).join('\n')}

## Not replayed

${outOfScope.map(({ why }) => `- ${why}`).join('\n')}
`;
}
