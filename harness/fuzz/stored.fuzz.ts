import { fuzzAll } from './fuzzAll.ts';
import { stored } from './targets/stored.ts';

fuzzAll('stored', stored);
