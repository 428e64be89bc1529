import { fuzzAll } from './fuzzAll.ts';
import { http } from './targets/http.ts';

fuzzAll('http', http);
