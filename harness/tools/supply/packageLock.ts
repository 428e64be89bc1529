import * as z from 'zod';

/** npm copies the value of the package, a list or a string. */
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

/** The format of npm 7 and newer, with folders as keys. */
export const Lock = z.looseObject({ lockfileVersion: z.literal(3), packages: z.record(z.string(), Place) });
export type Lock = z.infer<typeof Lock>;

export const nameOf = (place: string): string => place.split('node_modules/').at(-1) ?? place;

export const packagesOf = ({ packages }: Lock) => Object.entries(packages).filter(([place]) => place !== '');

export const REGISTRY = 'https://registry.npmjs.org';
/** The registry address of a package, which npm replaces with that of a mirror. */
export const addressOf = (name: string, version: string): string =>
  `${REGISTRY}/${name}/-/${name.split('/').at(-1)}-${version}.tgz`;

/** Optional dependencies without a place, for which `npm ci` rejects the lock. */
export function missingIn(lock: Lock): { by: string; name: string; version: string; dev: boolean }[] {
  return packagesOf(lock).flatMap(([by, { optionalDependencies = {}, dev = false }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !surroundings(by).some((folder) => `${folder}node_modules/${name}` in lock.packages))
      .map(([name, version]) => ({ by, name, version, dev })),
  );
}

function surroundings(place: string): string[] {
  const parts = place.split(/(?<=^|\/)node_modules\//).slice(1);
  const folders = parts.map((_, end) =>
    parts.slice(0, end + 1).map((part) => `node_modules/${part.replace(/\/$/, '')}/`),
  );
  return ['', ...folders.map((folder) => folder.join(''))].reverse();
}

/** The platform of a package with binaries, from its name by convention. */
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

/** Installed packages without a checksum in the lock. */
export const uncheckedIn = (lock: Lock, installed: Lock): string[] =>
  packagesOf(installed)
    .filter(([place]) => lock.packages[place]?.integrity === undefined)
    .map(([place, { version }]) => `${nameOf(place)}@${version}`);
