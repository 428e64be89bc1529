import { fuzzAll } from './fuzzAll.ts';
import { interfaceTargets } from './targets/coreTargets.ts';

fuzzAll('interface', interfaceTargets);
