import { compileExpression } from '../../../../server/pattern/expression.ts';
import { createSessionIds } from '../../../../server/sessions/sessionId.ts';
import { record, text } from '../kinds.ts';
import { must } from '../must.ts';
import { target } from '../target.ts';

const wellFormed = (all: string) => all.replace(/\p{Surrogate}/gu, '');

const isPlain = (source: string) => /^[ab.|()*+?]{0,14}$/.test(source) && !/[*+?(][*+?]/.test(source);

const expressions = target({
  name: 'patterns: expressions of strangers',
  reads: ['server/pattern/expression.ts', 'server/pattern/expression.ts'],
  kind: record<{ source: string; subject: string }>({
    source: text({
      words: [
        'a',
        'b',
        '.',
        '*',
        '+',
        '?',
        '|',
        '(',
        ')',
        '(?:',
        '[a-z]',
        '[^',
        ']',
        '{2}',
        '{1000}',
        '{,',
        '\\d',
        '\\b',
        '\\p{L}',
        '^',
        '$',
        '(?i)',
      ],
      arriving: wellFormed,
    }),
    subject: text({ words: ['a', 'b', 'ab', '\n', '💥'], arriving: wellFormed }),
  }),
  examples: [
    { source: '^a.*b$', subject: 'axxb' },
    { source: '(a|ab)(c|bcd)*', subject: 'abcd' },
    { source: '(?:a+)+$', subject: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab' },
    { source: '[[:alpha:]]{2,3}\\d', subject: 'ab1' },
  ],
  // The work is the product of both lengths.
  bounds: { msPerKb: 20, growTo: 64 * 1024 },
  run({ source, subject }) {
    const found = compileExpression(source)?.test(subject) ?? null;
    if (found !== null && isPlain(source)) {
      must(
        found === new RegExp(source.replaceAll('.', '[^\\n]'), 'u').test(subject),
        () => `${found}, and it should be the other`,
      );
    }
    return found;
  },
  findings: [],
});

const ids = createSessionIds('a secret of the core');
const letters = 'abcdefghijk';
const sessionIds = target({
  name: 'patterns: ids of sessions',
  share: 0.3,
  reads: ['server/sessions/sessionId.ts'],
  kind: text({ words: ['2', 'A', 'z', letters, '0', '\n'] }),
  examples: [letters + letters, '2'.repeat(22)],
  run(id) {
    must(!ids.isOurs(id), () => `${id} was not handed out`);
    must(ids.isOurs(ids.create()), 'what was handed out is not known again');
    return id.length;
  },
  findings: [],
});

export const patterns = [expressions, sessionIds];
