import { configure } from '@testing-library/dom';
import { PATIENCE_MS } from '../../harness/test/testing/machineSlowness.ts';

// Before each file of tests with a page: what is waited for there may come late.
configure({ asyncUtilTimeout: PATIENCE_MS });

// jsdom counts its frames by the clock that was there when it began: a turned one of another file would stop them for good.
window.requestAnimationFrame = (draw) => window.setTimeout(() => draw(performance.now()), 16);
window.cancelAnimationFrame = (handle) => window.clearTimeout(handle);
