import { call } from 'typed-redux-saga';
import { browser, host } from '../host.ts';
import { reasonOf } from '../safely.ts';
import { failed, imageTypeOf, type Refusal, refusalOf, wrongType } from './image.ts';
import { writeFiles } from './update.ts';

/**
 * Checks an image by its content and puts it on the core's disk as `{place}.{kind}`; an SVG is cleaned first. Answers
 * its path there, or why it was not taken.
 */
export function* uploadImage(file: File | null, place: string) {
  const refused = refusalOf(file);
  if (refused || file === null) return { refused: refused ?? failed('') };
  try {
    return yield* call(upload, file, place);
  } catch (error) {
    return { refused: failed(reasonOf(error)) };
  }
}

type Outcome = { path: string } | { refused: Refusal };

function* upload(file: File, place: string) {
  const cleanSvg = yield* browser('cleanSvg');
  const bytes = new Uint8Array(yield* call([file, file.arrayBuffer]));
  const kind = imageTypeOf(bytes);
  if (kind === null) return { refused: wrongType(file.name) } satisfies Outcome;
  const body = kind === 'svg' ? yield* call(cleanSvg, new TextDecoder().decode(bytes)) : new Blob([bytes]);
  // Text that is no SVG after all.
  if (body === null) return { refused: wrongType(file.name) } satisfies Outcome;
  const path = `${place}.${kind}`;
  yield* call(writeFiles, [{ path, body }]);
  return { path } satisfies Outcome;
}

/** Images of the same place with another extension, left from earlier uploads. Throws a CoreError. */
export function* dropOthers(place: string, kept: string) {
  const core = yield* host('core');
  const found = yield* call(core.diskFiles, { glob: `${place}.*` });
  for (const { name } of found) if (name !== kept) yield* call(core.diskDelete, { path: name });
}
