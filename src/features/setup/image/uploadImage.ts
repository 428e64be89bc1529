import { call } from 'typed-redux-saga';
import { reasonOf } from '../../gate/host/catchSagaErrors.ts';
import { browser, host } from '../../gate/host/host.ts';
import {
  type ImageType,
  imageTypeOf,
  type Refusal,
  refusalOf,
  refuseImage,
  wrongType,
} from '../../shared/image/checkImage.ts';
import { write } from '../../shared/saving/exclusively.ts';

/** An image for the disk of the core. */
export interface CheckedImage {
  path: string;
  body: Blob | string;
}

/** The path of an image, `{place}.{type}`, and its allowed types. */
export interface ImagePlace {
  place: string;
  taken: readonly ImageType[];
}

/** Checks an image by its content; an SVG is cleaned. Answers what is to be written once it is saved, or why it was not taken. */
export function* checkImage(file: File | null, where: ImagePlace) {
  const refused = refusalOf(file);
  if (refused || file === null) return { refused: refused ?? refuseImage('') };
  try {
    return yield* call(check, file, where);
  } catch (error) {
    return { refused: refuseImage(reasonOf(error)) };
  }
}

type Outcome = { image: CheckedImage } | { refused: Refusal };

function* check(file: File, { place, taken }: ImagePlace) {
  const cleanSvg = yield* browser('cleanSvg');
  const bytes = new Uint8Array(yield* call([file, file.arrayBuffer]));
  const type = imageTypeOf(bytes);
  if (type === null || !taken.includes(type)) return { refused: wrongType(file.name, taken) } satisfies Outcome;
  const body = type === 'svg' ? yield* call(cleanSvg, new TextDecoder().decode(bytes)) : new Blob([bytes]);
  // Text that is no SVG after all.
  if (body === null) return { refused: wrongType(file.name, taken) } satisfies Outcome;
  return { image: { path: `${place}.${type}`, body } } satisfies Outcome;
}

/** Viewers get it from now on, and this browser too. Within `exclusively`; throws what `write` throws. */
export function* writeImage({ path, body }: CheckedImage) {
  const core = yield* host('core');
  const revalidate = yield* browser('revalidate');
  yield* write(() => core.diskWrite({ path, body }));
  yield* call(revalidate, [core.address + path]);
}

/**
 * Those of these images that stand on the disk: an upload of somebody else may have the same path. Throws a CoreError.
 */
export function* standingImages(places: readonly ImagePlace[], paths: readonly string[]) {
  const core = yield* host('core');
  const found = yield* call(core.diskFiles, { glob: `{${places.map(({ place }) => `${place}.*`).join(',')}}` });
  return found.filter(({ name }) => paths.includes(name));
}

/** Images of the same place but the one that is kept, left from earlier uploads; '' keeps none. As `writeImage`. */
export function* dropOthers(place: string, kept: string) {
  const core = yield* host('core');
  const found = yield* call(core.diskFiles, { glob: `${place}.*` });
  for (const { name } of found) if (name !== kept) yield* write(() => core.diskDelete({ path: name }));
}
