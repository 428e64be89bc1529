import { fuzzAll } from './fuzzAll.ts';
import { config } from './targets/config.ts';
import { processes } from './targets/processCommands.ts';

fuzzAll('process', processes);
fuzzAll('config', config);
