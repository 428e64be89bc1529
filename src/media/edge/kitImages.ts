import type { EdgeKitKind } from './edgeKitFiles.ts';

/** Names of images, as `docker build -t` takes them. */
export interface KitImages {
  readonly image: string;
  /** That of the core, which only one kit brings along. */
  readonly coreImage: string;
}

/** As docs/scaling.md builds them. */
export const BUILT_IMAGES: KitImages = { image: 'sluice-edge:latest', coreImage: 'sluice-embedded:latest' };

export const IMAGES_OF_KIT: Readonly<Record<EdgeKitKind, readonly (keyof KitImages)[]>> = {
  compose: ['image'],
  swarm: ['image'],
  kubernetes: ['image', 'coreImage'],
  nginx: [],
};

const HOST = String.raw`(?:(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)*[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?::\d{1,5})?/)?`;
const PART = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*';
const IMAGE = new RegExp(`^${HOST}${PART}(?:/${PART})*(?::[A-Za-z0-9_][\\w.-]{0,127})?(?:@sha256:[0-9a-f]{64})?$`);
const MAX_LENGTH = 512;

/** https://github.com/distribution/reference, without addresses of IPv6. */
export const isImageName = (text: string): boolean => text.length <= MAX_LENGTH && IMAGE.test(text);

/** The image of this kit that is none; null: all are. */
export const wrongImageOf = (kind: EdgeKitKind, images: KitImages): keyof KitImages | null =>
  IMAGES_OF_KIT[kind].find((key) => !isImageName(images[key])) ?? null;
