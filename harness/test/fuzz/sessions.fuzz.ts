import { fuzzAll } from './fuzzAll.ts';
import { patterns } from './targets/expressions.ts';
import { sessions } from './targets/sessions.ts';

fuzzAll('sessions', sessions);
fuzzAll('patterns', patterns);
