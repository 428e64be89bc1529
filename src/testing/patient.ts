import { configure } from '@testing-library/dom';
import { PATIENCE_MS } from '../../harness/testing/patience.ts';

// Before each file of tests with a page: what is waited for there may come late.
configure({ asyncUtilTimeout: PATIENCE_MS });
