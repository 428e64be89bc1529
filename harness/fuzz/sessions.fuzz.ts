import { fuzzAll } from './fuzzAll.ts';
import { sessions } from './targets/sessions.ts';

fuzzAll('sessions', sessions);
