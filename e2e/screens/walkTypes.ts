import type { Page } from '@playwright/test';
import type { CoreUnderTest } from '../../harness/core/coreUnderTest.ts';
import type { Operator } from '../pages/operator.ts';
import type { AllowedError } from '../support/browser/pageErrors.ts';

export interface Stage {
  operator: Operator;
  page: Page;
  core: CoreUnderTest;
}

export interface Walk {
  name: string;
  /** Needs a core without a user. */
  fresh?: true;
  /** Needs its own core, because it starts, stops or breaks channels. */
  own?: true;
  /** The journey that checks these screens, accessibility.spec.ts by default. */
  judge?: string;
  byKeyboard?: true;
  allows?: readonly AllowedError[];
  run: (stage: Stage, capture: (screen: string) => Promise<void>) => Promise<void>;
}
