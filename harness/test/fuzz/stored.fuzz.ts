import { fuzzAll } from './fuzzAll.ts';
import { storedTargets } from './targets/stored.ts';

fuzzAll('stored', storedTargets);
