// @vitest-environment jsdom
import { recallAll, swellAll } from './fuzzAll.ts';
import { viewerDocument } from './targets/viewerPages.ts';

recallAll('document', viewerDocument);
swellAll('document', viewerDocument);
