// @vitest-environment jsdom
import { recallAll } from './fuzzAll.ts';
import { document } from './targets/pages.ts';

recallAll('document', document);
