import { msg } from '../../../i18n/msg.ts';
import { parseEdgeAddresses } from '../../../media/edge/parseEdgeAddresses.ts';
import type { CoderSettings } from '../../../media/encoding/profile.ts';
import { sameJson } from '../../../media/stored/sameJson.ts';
import { isGroup } from '../../../media/stored/storedSchemas.ts';
import { safeLink } from '../../../viewer/markup.ts';
import { parseHexColor, UNCHOSEN_COLOR, WHITE_CHOSEN } from '../../../viewer/player/hexColor.ts';
import { type PlayerSettings, parsePlayerSettings } from '../../../viewer/player/settings.ts';
import { analyticsFault } from '../analytics/analyticsFault.ts';
import type { CheckedImage, ImagePlace } from '../image/uploadImage.ts';
import type { PlayerDraft, PlayerImage } from './slice.ts';
import type { FieldPath } from './tabs.ts';

/** Path and allowed types of an image. Other sites show the poster too, and may not support SVG. */
export const playerImagePlace = (channel: string, image: PlayerImage): ImagePlace => ({
  place: `/channels/${channel}/${image}`,
  taken: image === 'logo' ? ['gif', 'png', 'jpg', 'svg'] : ['gif', 'png', 'jpg'],
});

export function playerDraftOf(settings: PlayerSettings): PlayerDraft {
  const { player, autoplay, mute, share, statistics, chromecast, airplay, poster, startsAt, delivery } = settings;
  const { color, ga, logo } = settings;
  return {
    ...{ player, autoplay, mute, share, statistics, chromecast, airplay, poster, startsAt, delivery },
    color: { seekbar: enteredColor(color.seekbar), buttons: enteredColor(color.buttons) },
    ga: { account: ga.account, name: ga.name },
    logo: { image: logo.image, position: logo.position, link: logo.link },
    ownPoster: poster !== '',
    uploads: { logo: null, poster: null },
  };
}

const enteredColor = (stored: string) => (stored === UNCHOSEN_COLOR ? '' : stored);

/** White stands for "not chosen", so a chosen white is stored as another value. */
function storedColor(entered: string): string {
  if (entered.trim() === '') return UNCHOSEN_COLOR;
  const color = parseHexColor(entered);
  return color === UNCHOSEN_COLOR ? WHITE_CHOSEN : (color ?? entered);
}

const isNoColor = (entered: string) => entered.trim() !== '' && parseHexColor(entered) === null;

function settingsIn({ uploads: _, ownPoster, poster, color, ga, logo, ...plain }: PlayerDraft) {
  return {
    ...plain,
    color: { seekbar: storedColor(color.seekbar), buttons: storedColor(color.buttons) },
    ga: { account: ga.account.trim(), name: ga.name.trim() },
    logo: { ...logo, link: logo.link.trim() },
    poster: ownPoster ? poster.trim() : '',
    delivery: parseEdgeAddresses(plain.delivery)?.join(' ') ?? plain.delivery.trim(),
  };
}

/** Writes the changes of a draft over the stored settings. Unchanged entries stay as stored, even malformed ones. */
export function playerWith(stored: CoderSettings, draft: PlayerDraft): CoderSettings {
  const settings = parsePlayerSettings(stored);
  const before: CoderSettings = settingsIn(playerDraftOf(settings));
  const changed = Object.entries(settingsIn(draft)).filter(([key, value]) => !sameJson(value, before[key]));
  // Writes a changed group in full, because other interfaces read it as a whole.
  const integer = (key: string, value: unknown) => {
    const group = stored[key];
    return isGroup(value) && isGroup(group) ? { ...group, ...value } : value;
  };
  return { ...stored, ...Object.fromEntries(changed.map(([key, value]) => [key, integer(key, value)])) };
}

const noColor = msg('Not a valid color. Enter six hexadecimal digits, such as #37c871.');
const noImage = msg('Not a valid image address. It must start with https:// or a slash (/).');

const noEdge = msg(
  'Not a valid address of an edge. It must start with https:// or http://, without a user, a password or anything behind a ? or #.',
);

/** Returns faults by field path. A stored analytics id is accepted as it was. */
export function playerFaultsOf(
  { color, ga, logo, ownPoster, poster, delivery }: PlayerDraft,
  stored: Pick<PlayerDraft, 'ga'>,
): Partial<Record<FieldPath, string>> {
  const link = logo.link.trim();
  const analytics = analyticsFault(ga);
  const isWebsite = /^https?:/i.test(link) && safeLink(link) !== '';
  return {
    ...(isNoColor(color.seekbar) ? { 'color.seekbar': noColor } : {}),
    ...(isNoColor(color.buttons) ? { 'color.buttons': noColor } : {}),
    ...(logo.image.trim() !== '' && safeLink(logo.image) === '' ? { 'logo.image': noImage } : {}),
    ...(link !== '' && !isWebsite ? { 'logo.link': msg('Not a valid web address. It must start with https://.') } : {}),
    ...(ownPoster && poster.trim() === ''
      ? { poster: msg('Upload an image, or choose the snapshot of the stream.') }
      : {}),
    ...(ownPoster && poster.trim() !== '' && safeLink(poster) === '' ? { poster: noImage } : {}),
    ...(parseEdgeAddresses(delivery) === null ? { delivery: noEdge } : {}),
    ...(analytics !== null && ga.account !== stored.ga.account ? { 'ga.account': analytics } : {}),
  };
}

/** Returns the picked image if it is still the chosen one. */
export function uploadOf({ uploads, logo, ownPoster, poster }: PlayerDraft, image: PlayerImage): CheckedImage | null {
  const path = image === 'logo' ? logo.image : ownPoster ? poster : '';
  const upload = uploads[image];
  return upload?.path === path ? upload : null;
}

const without = ({ uploads }: PlayerDraft, image: PlayerImage) => ({ uploads: { ...uploads, [image]: null } });

export const withoutLogo = (draft: PlayerDraft): Partial<PlayerDraft> => ({
  ...without(draft, 'logo'),
  logo: { image: '', position: 'top-left', link: '' },
});
export const withoutPoster = (draft: PlayerDraft): Partial<PlayerDraft> => ({
  ...without(draft, 'poster'),
  ownPoster: false,
  poster: '',
});
