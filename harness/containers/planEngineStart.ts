export type EngineStatus = 'running' | 'installed' | 'missing';

export interface EngineWish {
  /** True for `make image` and `make containers`, where the images are the goal. */
  asked: boolean;
  ci: boolean;
}

export type EngineStep = 'use' | 'start' | 'install' | 'leave';

export function planEngineStart(status: EngineStatus, { asked, ci }: EngineWish): EngineStep {
  if (status === 'running') return 'use';
  if (status === 'installed') return 'start';
  // An engine is a service that runs as root, which running the tests alone must not install.
  return asked || ci ? 'install' : 'leave';
}

/** CI systems set `CI`; people turn it off with `CI=`, `CI=0` or `CI=false`. */
export const isCi = (ci: string | undefined): boolean => !['', '0', 'false'].includes(ci ?? '');
