import { afterAll } from 'vitest';
import { fuzzAll } from './fuzzAll.ts';
import { closeEdge, edgeRequests } from './targets/edgeRequests.ts';

fuzzAll('edge', edgeRequests);
afterAll(closeEdge);
