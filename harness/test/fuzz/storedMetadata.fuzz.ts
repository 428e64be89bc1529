import { fuzzAll } from './fuzzAll.ts';
import { storedTargets } from './targets/storedMetadata.ts';

fuzzAll('stored', storedTargets);
