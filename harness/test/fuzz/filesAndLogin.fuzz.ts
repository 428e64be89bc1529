import { fuzzAll } from './fuzzAll.ts';
import { filePaths } from './targets/filePaths.ts';
import { login } from './targets/tokens.ts';

fuzzAll('files', filePaths);
fuzzAll('login', login);
