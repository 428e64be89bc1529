import { fuzzAll } from './fuzzAll.ts';
import { api } from './targets/api.ts';
import { media } from './targets/media.ts';
import { segments } from './targets/segments.ts';

fuzzAll('api', api);
fuzzAll('media', media);
fuzzAll('segments', segments);
