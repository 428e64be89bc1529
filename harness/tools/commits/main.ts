import { execFileSync } from 'node:child_process';
import { runVerb, UserError } from '../launch/userError.ts';
import { faultsOfAreas, faultsOfSubject } from './subject.ts';

const SINCE = 'harness/commits/main.ts';

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');

/** Commits after this one, without those of branches that started before. */
const subjectsAfter = (commit: string | undefined): string[] =>
  commit === undefined ? [] : git('log', '--no-merges', '--ancestry-path', '--format=%s', `${commit}..HEAD`);

await runVerb(async () => {
  const subjects = subjectsAfter(git('log', '--diff-filter=A', '--format=%H', '--', SINCE).at(-1));
  const since = git('log', '-S', 'AREAS: ReadonlySet', '--format=%H', '--', 'harness/tools/commits/subject.ts').at(-1);
  const faults = [
    ...subjects.flatMap((subject) => faultsOfSubject(subject).map((fault) => `"${subject}" ${fault}`)),
    ...subjectsAfter(since).flatMap((subject) => faultsOfAreas(subject).map((fault) => `"${subject}" ${fault}`)),
  ];
  if (faults.length > 0) throw new UserError(faults.join('\n'));
  process.stdout.write(`${subjects.length} subjects of commits are as agreed\n`);
});
