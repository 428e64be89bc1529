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

export interface CheckedImage {
  path: string;
  body: Blob | string;
}

/** An image is stored at `{place}.{type}`; `taken` lists its allowed types. */
export interface ImagePlace {
  place: string;
  taken: readonly ImageType[];
}

/** Detects the type by content and sanitizes SVG. Returns the image to write on save, or a rejection. */
export function* checkImage(file: File | null, place: ImagePlace) {
  const refusal = refusalOf(file);
  if (refusal || file === null) return { refused: refusal ?? refuseImage('') };
  try {
    return yield* call(check, file, place);
  } catch (error) {
    return { refused: refuseImage(reasonOf(error)) };
  }
}

type Outcome = { image: CheckedImage } | { refused: Refusal };

function* check(file: File, { place, taken: types }: ImagePlace) {
  const cleanSvg = yield* browser('cleanSvg');
  const bytes = new Uint8Array(yield* call([file, file.arrayBuffer]));
  const type = imageTypeOf(bytes);
  if (type === null || !types.includes(type)) return { refused: wrongType(file.name, types) } satisfies Outcome;
  const body = type === 'svg' ? yield* call(cleanSvg, new TextDecoder().decode(bytes)) : new Blob([bytes]);
  if (body === null) return { refused: wrongType(file.name, types) } satisfies Outcome;
  return { image: { path: `${place}.${type}`, body } } satisfies Outcome;
}

/** Writes an image and refreshes the browser cache. Call within `exclusively`; throws the errors of `write`. */
export function* writeImage({ path, body }: CheckedImage) {
  const core = yield* host('core');
  const revalidate = yield* browser('revalidate');
  yield* write('diskWrite', { path, body });
  yield* call(revalidate, [core.address + path]);
}

/** Returns the images on the disk; those of other operators may have the same path. Throws a CoreError. */
export function* standingImages(places: readonly ImagePlace[], paths: readonly string[]) {
  const core = yield* host('core');
  const found = yield* call(core.diskFiles, { glob: `{${places.map(({ place }) => `${place}.*`).join(',')}}` });
  return found.filter(({ name }) => paths.includes(name));
}

/** Deletes earlier uploads except `current` ('': all). Call within `exclusively`; throws the errors of `write`. */
export function* dropOthers(place: string, current: string) {
  const core = yield* host('core');
  const found = yield* call(core.diskFiles, { glob: `${place}.*` });
  for (const { name } of found) if (name !== current) yield* write('diskDelete', { path: name });
}
