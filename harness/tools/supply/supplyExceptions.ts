/** Packages with install scripts. None is run: `ignore-scripts` in .npmrc. */
export const INSTALL_SCRIPT_EXCEPTIONS: Readonly<Record<string, string>> = {
  '@swc/core': 'looks for its program of this platform, which is a package of its own',
  'browser-tabs-lock': 'thanks whoever installs it',
  'cpu-features': 'compiles what makes ssh2 faster; nothing here connects over SSH',
  esbuild: 'puts the program in the place of the script that starts it',
  koffi: 'compiles itself where no program for the platform came along',
  protobufjs: 'warns of versions that do not fit each other',
  ssh2: 'compiles what makes it faster; nothing here connects over SSH',
};

/** Aliases, for two versions of a package side by side. */
export const NAME_EXCEPTIONS: Readonly<Record<string, string>> = {
  'string-width-cjs': 'string-width',
  'strip-ansi-cjs': 'strip-ansi',
  'wrap-ansi-cjs': 'wrap-ansi',
};

/** Licenses of packages that do not state them where npm looks. */
export const LICENSE_EXCEPTIONS: Readonly<Record<string, string>> = {
  buildcheck: 'MIT',
  'cpu-features': 'MIT',
  'dom-walk': 'MIT',
  ssh2: 'MIT',
};
