// @vitest-environment jsdom
import { fuzzAll } from './fuzzAll.ts';
import { document } from './targets/pages.ts';

fuzzAll('document', document);
