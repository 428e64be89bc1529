import { fuzzAll } from './fuzzAll.ts';
import { coreTargets } from './targets/coreTargets.ts';

fuzzAll('core', coreTargets);
