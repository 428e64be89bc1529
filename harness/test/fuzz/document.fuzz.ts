// @vitest-environment jsdom
import { fuzzAll } from './fuzzAll.ts';
import { document } from './targets/viewerPages.ts';

fuzzAll('document', document);
