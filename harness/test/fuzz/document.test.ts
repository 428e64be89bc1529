// @vitest-environment jsdom
import { recallAll } from './fuzzAll.ts';
import { document } from './targets/viewerPages.ts';

recallAll('document', document);
