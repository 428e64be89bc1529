import { fuzzAll } from './fuzzAll.ts';
import { coreTargets } from './targets/all.ts';

fuzzAll('core', coreTargets);
