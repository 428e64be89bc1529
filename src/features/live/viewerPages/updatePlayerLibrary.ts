import { all, call } from 'typed-redux-saga';
import { LIBRARY } from '../../../viewer/webRootFilePaths.ts';
import { browser, host } from '../../gate/host/host.ts';

/** Beside the library: says by its name which version stands there, so that one list of names tells everything. */
const markOf = (version: string) => `/${LIBRARY}version-${version}.txt`;
const isMark = (path: string) => path.startsWith(`/${LIBRARY}version-`);

/**
 * Scripts, styles and icons of all pages; written only when others stand on the disk. `renew` makes the pages anew that
 * load them: those of another version may not go with these. Throws a CoreError.
 */
export function* updatePlayerLibrary(renew: () => Generator) {
  const core = yield* host('core');
  const assets = yield* browser('assets');
  const { version, files } = yield* call(assets.list);
  const standing = yield* call(core.diskFiles, { glob: `/${LIBRARY}*` });
  const sizes = new Map(standing.map(({ name, size_bytes }) => [name, size_bytes]));
  const mark = markOf(version);
  // Another product may have put its own under the same names.
  const differs = files.some(({ path, bytes }) => path.startsWith(LIBRARY) && sizes.get(`/${path}`) !== bytes);
  if (sizes.has(mark) && !differs) return;
  yield* all(files.map(({ path }) => call(copy, path)));
  yield* call(renew);
  yield* call(core.diskWrite, { path: mark, body: version });
  for (const path of sizes.keys()) if (isMark(path) && path !== mark) yield* call(core.diskDelete, { path });
}

function* copy(path: string) {
  const core = yield* host('core');
  const assets = yield* browser('assets');
  yield* call(core.diskWrite, { path: `/${path}`, body: yield* call(assets.read, path) });
}
