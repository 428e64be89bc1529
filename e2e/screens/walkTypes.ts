import type { Page } from '@playwright/test';
import type { CoreUnderTest } from '../../harness/core/coreUnderTest.ts';
import type { Operator } from '../pages/operator.ts';
import type { AllowedError } from '../support/browser/pageErrors.ts';

export interface Stage {
  operator: Operator;
  page: Page;
  core: CoreUnderTest;
}

/** A way through the interface that comes by screens. */
export interface Walk {
  name: string;
  /** A core as it comes from the shop, or one with a user. */
  fresh?: true;
  /** Starts, stops or breaks what it walks on: it needs a core of its own. */
  own?: true;
  /** The journey that judges these screens; without one accessibility.spec.ts does. */
  judge?: string;
  /** Everything on its screens is reached by keyboard alone. */
  byKeyboard?: true;
  /** What goes wrong on purpose. */
  allows?: readonly AllowedError[];
  /** Calls `look` at each screen with its name. */
  run: (stage: Stage, look: (screen: string) => Promise<void>) => Promise<void>;
}
