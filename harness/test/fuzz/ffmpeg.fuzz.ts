import { fuzzAll } from './fuzzAll.ts';
import { ffmpeg } from './targets/ffmpeg.ts';

fuzzAll('ffmpeg', ffmpeg);
