/** What is on this machine: an engine that answers, one that has to be started, or none. */
export type EngineStatus = 'running' | 'installed' | 'missing';

export interface EngineWish {
  /** Somebody named the images: `make image`, `make containers`. Else they are one step of many. */
  asked: boolean;
  /** The machine is there for tests. */
  ci: boolean;
}

/** 'leave': do without. */
export type EngineStep = 'use' | 'start' | 'install' | 'leave';

export function planEngineStart(status: EngineStatus, { asked, ci }: EngineWish): EngineStep {
  if (status === 'running') return 'use';
  if (status === 'installed') return 'start';
  // An engine is a service that runs as root: whoever only runs the tests did not ask for one.
  return asked || ci ? 'install' : 'leave';
}

/** `CI` is set by what runs workflows; people switch it off with `CI=`, `CI=0` and `CI=false`. */
export const isCi = (ci: string | undefined): boolean => !['', '0', 'false'].includes(ci ?? '');
