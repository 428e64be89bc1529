import { fuzzAll } from './fuzzAll.ts';
import { patterns } from './targets/regularExpressions.ts';
import { viewerSessions } from './targets/viewerSessions.ts';

fuzzAll('sessions', viewerSessions);
fuzzAll('patterns', patterns);
