import { knownDifferences, outOfScope, UNOBEYED_SETTINGS, UNRECORDED_DIFFERENCES } from './knownDifferences.ts';
import { recordings } from './recordedExchanges.ts';

/** `docs/core-differences.md`: the tables of this folder in words. */
export function differencesPage(): string {
  const left = recordings.filter(({ title }) => outOfScope.some(({ of }) => of.test(title))).length;
  return `# Where the embedded core differs

The embedded core (\`server\`) answers like a datarhei core 16.14. ${recordings.length} recordings of a real one are
replayed against it in \`make test\`; ${recordings.length - left} of them are in scope. An answer that differs and is not
listed here fails, and so does a row that no answer needs. This page is made from \`harness/test/core/conformance/knownDifferences.ts\`.

${knownDifferences.map(({ what, why }) => `- **${what}** ${why}`).join('\n')}

## Seen by no recording

${UNRECORDED_DIFFERENCES.map(({ what, why, test }) => `- **${what}** ${why} _Tested:_ \`${test}\``).join('\n')}

## Settings without an effect

They are stored, so that nothing is lost for a real core.

${UNOBEYED_SETTINGS.map(({ fields, why }) => `- ${fields.map((field) => `\`${field}\``).join(', ')}: ${why}`).join('\n')}

## Not replayed

${outOfScope.map(({ why }) => `- ${why}`).join('\n')}
`;
}
