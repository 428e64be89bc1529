import { fuzzAll } from './fuzzAll.ts';
import { api } from './targets/api.ts';
import { media } from './targets/media.ts';

fuzzAll('api', api);
fuzzAll('media', media);
