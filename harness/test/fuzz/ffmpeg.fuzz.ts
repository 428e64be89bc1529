import { fuzzAll } from './fuzzAll.ts';
import { ffmpegOutputParsers } from './targets/ffmpegOutputParsers.ts';

fuzzAll('ffmpeg', ffmpegOutputParsers);
