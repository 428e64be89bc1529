import { expect, it } from 'vitest';
import { shellCommands } from './shellCommands.ts';

it.each<[string, string, [variables: string[], program: string, ...words: string[]][]]>([
  [
    'a command with a comment',
    'make check # all of it\nmake',
    [
      [[], 'make', 'check'],
      [[], 'make'],
    ],
  ],
  ['a comment at the end', 'make # all of it', [[[], 'make']]],
  ['a continued line', 'docker run \\\n  -d sluice', [[[], 'docker', 'run', '-d', 'sluice']]],
  ['variables and another user', "A='b c' sudo -u me D=1 make run", [[['A', 'D'], 'make', 'run']]],
  ['variables without a command', 'export A=1 B=2', [[['A', 'B'], '']]],
  [
    'several commands in one line',
    'cd x && ls; ls | wc -l &',
    [
      [[], 'cd', 'x'],
      [[], 'ls'],
      [[], 'ls'],
      [[], 'wc', '-l'],
    ],
  ],
  [
    'a command in a command',
    'A=$(curl -s "$B" | jq .x) make',
    [
      [[], 'curl', '-s', '$B'],
      [[], 'jq', '.x'],
      [['A'], 'make'],
    ],
  ],
  [
    'a loop',
    'until curl -f x; do sleep 1; done',
    [
      [[], 'curl', '-f', 'x'],
      [[], 'sleep', '1'],
    ],
  ],
  [
    'a group with redirections',
    '(umask 077; tar c >x.tar <y)',
    [
      [[], 'umask', '077'],
      [[], 'tar', 'c'],
    ],
  ],
  ['special characters in quotes', `echo 'a; b | c' "d && e"`, [[[], 'echo', 'a; b | c', 'd && e']]],
  ['a path to the program', '/usr/bin/make run', [[[], 'make', 'run']]],
  ['nothing', '# only a comment', []],
])('shellCommands parses %s', (_, script, expected) =>
  expect(shellCommands(script).map(({ variables, program, words }) => [variables, program, ...words])).toEqual(
    expected,
  ),
);
