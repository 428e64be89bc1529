import { fuzzAll } from './fuzzAll.ts';
import { interfaceTargets } from './targets/all.ts';

fuzzAll('interface', interfaceTargets);
