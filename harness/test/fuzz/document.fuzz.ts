// @vitest-environment jsdom
import { fuzzAll } from './fuzzAll.ts';
import { viewerDocument } from './targets/viewerPages.ts';

fuzzAll('document', viewerDocument);
