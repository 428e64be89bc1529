import * as z from 'zod';

/** npm writes what the package says, a list or one word. */
const Words = z.union([z.array(z.string()), z.string()]).optional();
const Names = z.record(z.string(), z.string()).optional();
const Place = z.looseObject({
  name: z.string().optional(),
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  license: z.string().optional(),
  optional: z.boolean().optional(),
  dev: z.boolean().optional(),
  link: z.boolean().optional(),
  hasInstallScript: z.boolean().optional(),
  os: Words,
  cpu: Words,
  libc: Words,
  dependencies: Names,
  optionalDependencies: Names,
});
export type Place = z.infer<typeof Place>;

/** The form of npm 7 and newer: the key of a package is its folder. */
export const Lock = z.looseObject({ lockfileVersion: z.literal(3), packages: z.record(z.string(), Place) });
export type Lock = z.infer<typeof Lock>;

/** `node_modules/a/node_modules/@b/c` is a copy of `@b/c`. */
export const nameOf = (key: string): string => key.split('node_modules/').at(-1) ?? key;

export const packagesOf = ({ packages }: Lock) => Object.entries(packages).filter(([key]) => key !== '');

export const REGISTRY = 'https://registry.npmjs.org';
/** The base address of all packages; npm itself replaces it by that of a mirror. */
export const addressOf = (name: string, version: string): string =>
  `${REGISTRY}/${name}/-/${name.split('/').at(-1)}-${version}.tgz`;

/** Optional packages that some package names and that have no place: `npm ci` refuses a lock with such holes. */
export function missingIn(lock: Lock): { by: string; name: string; version: string; dev: boolean }[] {
  return packagesOf(lock).flatMap(([dependent, { optionalDependencies = {}, dev = false }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !searchFolders(dependent).some((folder) => `${folder}node_modules/${name}` in lock.packages))
      .map(([name, version]) => ({ by: dependent, name, version, dev })),
  );
}

/** A package looks for another one in these folders: its own, then each one above. */
function searchFolders(key: string): string[] {
  const parts = key.split(/(?<=^|\/)node_modules\//).slice(1);
  const folders = parts.map((_, end) =>
    parts.slice(0, end + 1).map((part) => `node_modules/${part.replace(/\/$/, '')}/`),
  );
  return ['', ...folders.map((folder) => folder.join(''))].reverse();
}

/** A package with the programs of one platform: which one stands in its name, in the way of all who make such packages. */
export function platformOf(name: string): Pick<Place, 'os' | 'cpu' | 'libc'> | null {
  const found =
    /[-/](android|darwin|freebsd|linux|openharmony|win32)-(arm64|arm|ia32|ppc64|riscv64|s390x|x64)(?:-(.+))?$/.exec(
      name,
    );
  if (!found) return null;
  const [, os = '', cpu = '', abi] = found;
  const libc = abi === 'musl' ? 'musl' : abi === 'gnu' ? 'glibc' : null;
  return { os: [os], cpu: [cpu], ...(libc === null ? {} : { libc: [libc] }) };
}

/** Packages that were installed although the lock cannot say what is in them. */
export const uncheckedIn = (lock: Lock, installed: Lock): string[] =>
  packagesOf(installed)
    .filter(([key]) => lock.packages[key]?.integrity === undefined)
    .map(([key, { version }]) => `${nameOf(key)}@${version}`);
