import { fuzzAll } from './fuzzAll.ts';
import { coreAnswers } from './targets/coreAnswers.ts';
import { interfaceMedia } from './targets/interfaceMedia.ts';
import { segments } from './targets/segments.ts';

fuzzAll('api', coreAnswers);
fuzzAll('media', interfaceMedia);
fuzzAll('segments', segments);
