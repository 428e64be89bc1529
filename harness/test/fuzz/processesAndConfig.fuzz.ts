import { fuzzAll } from './fuzzAll.ts';
import { config } from './targets/config.ts';
import { processes } from './targets/processToFfmpegArguments.ts';

fuzzAll('process', processes);
fuzzAll('config', config);
