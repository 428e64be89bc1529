// @vitest-environment jsdom
import { recallAll } from './fuzzAll.ts';
import { viewerDocument } from './targets/viewerPages.ts';

recallAll('document', viewerDocument);
