import { configure } from '@testing-library/dom';
import { PATIENCE_MS } from '../../harness/test/testing/machineSlowness.ts';

// Runs before each test file with a page; a busy machine may need more than the default second.
configure({ asyncUtilTimeout: PATIENCE_MS });

// jsdom computes frames from the clock at its start, so fake timers of another test file could stop them forever.
window.requestAnimationFrame = (draw) => window.setTimeout(() => draw(performance.now()), 16);
window.cancelAnimationFrame = (handle) => window.clearTimeout(handle);
