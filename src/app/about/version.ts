declare const __SLUICE_VERSION__: string;

/** Set by the build. */
export const VERSION = typeof __SLUICE_VERSION__ === 'undefined' ? 'development' : __SLUICE_VERSION__;
