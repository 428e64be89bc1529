/** Names of images, as `docker build -t` takes them. */
export interface KitImages {
  readonly image: string;
  /** That of the core, which only one kit brings along. */
  readonly coreImage: string;
}

/** The kits, and what each of them names. */
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

/** https://github.com/distribution/reference, without addresses of IPv6. */
export const isImageName = (text: string): boolean => text.length <= MAX_LENGTH && IMAGE.test(text);

/** The image of this kit that is none; null: all are. */
export const wrongImageOf = (kind: keyof typeof IMAGES_OF_KIT, images: KitImages): keyof KitImages | null =>
  IMAGES_OF_KIT[kind].find((key) => !isImageName(images[key])) ?? null;
