import { fuzzAll } from './fuzzAll.ts';
import { rtmp } from './targets/rtmp.ts';

fuzzAll('rtmp', rtmp);
