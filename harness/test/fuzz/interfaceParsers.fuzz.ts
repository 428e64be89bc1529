import { fuzzAll } from './fuzzAll.ts';
import { coreAnswers } from './targets/coreAnswers.ts';
import { interfaceParsers } from './targets/interfaceParsers.ts';
import { segmentParsers } from './targets/segmentParsers.ts';

fuzzAll('api', coreAnswers);
fuzzAll('media', interfaceParsers);
fuzzAll('segments', segmentParsers);
