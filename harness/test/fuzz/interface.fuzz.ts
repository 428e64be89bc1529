import { fuzzAll } from './fuzzAll.ts';
import { coreAnswers } from './targets/coreAnswers.ts';
import { interfaceMedia } from './targets/interfaceMedia.ts';
import { segmentParsers } from './targets/segmentParsers.ts';

fuzzAll('api', coreAnswers);
fuzzAll('media', interfaceMedia);
fuzzAll('segments', segmentParsers);
