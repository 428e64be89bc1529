import { execFileSync } from 'node:child_process';
import { runVerb, UserError } from '../launch/userError.ts';
import { faultsOfSubject } from './subject.ts';

/** Commits after the one that brought this check: what came before has other subjects. */
const SINCE = 'harness/commits/main.ts';

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');

await runVerb(async () => {
  const first = git('log', '--diff-filter=A', '--format=%H', '--', SINCE).at(-1);
  const subjects = first === undefined ? [] : git('log', '--no-merges', '--format=%s', `${first}..HEAD`);
  const faults = subjects.flatMap((subject) => faultsOfSubject(subject).map((fault) => `"${subject}" ${fault}`));
  if (faults.length > 0) throw new UserError(faults.join('\n'));
  process.stdout.write(`${subjects.length} subjects of commits are as agreed\n`);
});
