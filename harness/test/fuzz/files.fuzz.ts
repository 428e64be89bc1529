import { fuzzAll } from './fuzzAll.ts';
import { files } from './targets/files.ts';
import { login } from './targets/tokens.ts';

fuzzAll('files', files);
fuzzAll('login', login);
