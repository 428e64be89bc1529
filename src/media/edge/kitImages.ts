/** Image names in the form of `docker build -t`. */
export interface KitImages {
  readonly image: string;
  readonly coreImage: string;
}

export const IMAGES_OF_KIT: Readonly<
  Record<'compose' | 'swarm' | 'kubernetes' | 'nginx', readonly (keyof KitImages)[]>
> = {
  compose: ['image'],
  swarm: ['image'],
  kubernetes: ['image', 'coreImage'],
  nginx: [],
};

const HOST = String.raw`(?:(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)*[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?::\d{1,5})?/)?`;
const PART = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*';
const IMAGE = new RegExp(`^${HOST}${PART}(?:/${PART})*(?::[A-Za-z0-9_][\\w.-]{0,127})?(?:@sha256:[0-9a-f]{64})?$`);
const MAX_LENGTH = 512;

/** See https://github.com/distribution/reference, without IPv6 addresses. */
export const isImageName = (text: string): boolean => text.length <= MAX_LENGTH && IMAGE.test(text);

export const wrongImageOf = (kind: keyof typeof IMAGES_OF_KIT, images: KitImages): keyof KitImages | null =>
  IMAGES_OF_KIT[kind].find((key) => !isImageName(images[key])) ?? null;
