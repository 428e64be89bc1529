import type { PlayerConfig } from '../player/config.ts';
import type { iframeOf } from '../player/iframe.ts';
import { iconButton, makeElement, type Popover } from './makeElement.ts';
import { choicePanelOf, informationPanelOf, sharePanelOf } from './playerPanels.ts';
import type { PlayerStream, Say } from './stream/playerStreamTypes.ts';
import { call, readProperty, set, textWithin } from './stream/readUntypedProperties.ts';

/** For browsers that can cast. The only foreign script, allowed by contentSecurityPolicy.ts. */
const SENDER = 'https://www.gstatic.com/cv/js/sender/v1/cast_sender.js?loadCastFramework=1';
const READY = '__onGCastApiAvailable';
/** Google's default receiver, which plays any HLS stream. */
const RECEIVER = 'CC1AD845';

const construct = (namespace: unknown, name: string, ...args: unknown[]): unknown => {
  const kind = readProperty(namespace, name);
  return typeof kind === 'function' ? Reflect.construct(kind, args) : undefined;
};

/** Shown while a receiver is available. `source`: absolute address. `onCast`: called when playback moved there. */
export function castButton(source: string, title: string, onCast: () => void): HTMLButtonElement {
  const button = iconButton('cast', 'Chromecast');
  button.hidden = true;
  Reflect.set(window, READY, (available: boolean) => {
    const framework = readProperty(readProperty(window, 'cast'), 'framework');
    const context = call(readProperty(framework, 'CastContext'), 'getInstance');
    if (!available || context === undefined) return;
    call(context, 'setOptions', { receiverApplicationId: RECEIVER, autoJoinPolicy: 'origin_scoped' });
    const show = () => {
      button.hidden = call(context, 'getCastState') === 'NO_DEVICES_AVAILABLE';
    };
    call(context, 'addEventListener', 'caststatechanged', show);
    show();
    button.addEventListener('click', async () => {
      try {
        await call(context, 'requestSession');
        await call(call(context, 'getCurrentSession'), 'loadMedia', request(source, title));
        onCast();
      } catch {
        // The viewer closed the list without a choice.
      }
    });
  });
  if (![...document.scripts].some(({ src }) => src === SENDER)) {
    const script = document.createElement('script');
    script.src = SENDER;
    document.head.append(script);
  }
  return button;
}

function request(source: string, title: string): unknown {
  const media = readProperty(readProperty(readProperty(window, 'chrome'), 'cast'), 'media');
  const information = construct(media, 'MediaInfo', source, 'application/x-mpegurl');
  set(information, 'streamType', textWithin(readProperty(media, 'StreamType'), 'LIVE') || 'LIVE');
  const described = construct(media, 'GenericMediaMetadata');
  set(described, 'title', title);
  set(information, 'metadata', described);
  return construct(media, 'LoadRequest', information);
}

interface ControlOptions {
  config: PlayerConfig;
  label: string;
  addressOf: (path: string) => string;
  library: string;
  iframeOf: typeof iframeOf;
  say: Say;
}

export function addControls(
  stream: PlayerStream,
  { config, label, addressOf, library, iframeOf, say }: ControlOptions,
): void {
  const place = barOf(stream);
  const add = (popover: Popover) => {
    place(popover.button);
    stream.element.append(popover.panel);
    return popover;
  };
  const information = informationPanelOf(config.license, addressOf(`${library}licenses/`), say);
  if (information) add(information);
  const page = addressOf(config.page);
  // Missing in config.js of older versions: defaults to true.
  if (config.share !== false) add(sharePanelOf(page, iframeOf({ page, name: label }), say));
  const captions = add(
    choicePanelOf('captions', { label: say('Captions'), none: say('Off') }, () => stream.captions()),
  );
  const quality = add(
    choicePanelOf('quality', { label: say('Quality'), none: say('Automatic') }, () => stream.qualities()),
  );
  const offer = () => {
    captions.button.hidden = stream.captions() === null;
    quality.button.hidden = stream.qualities() === null;
  };
  offer();
  for (const event of ['loadedmetadata', 'playing']) stream.element.addEventListener(event, offer, true);
  if (config.chromecast) place(castButton(addressOf(config.source), label, () => stream.video()?.pause()));
  if (config.airplay) addAirPlay(stream, place);
  if (!stream.hasPictureInPicture) addPictureInPicture(stream, place, say);
}

/** Returns a function that places buttons before the full-screen button, or else in a corner. */
function barOf({ fullscreenButton, element }: PlayerStream): (button: HTMLElement) => void {
  if (fullscreenButton) return (button) => fullscreenButton.before(button);
  const corner = makeElement('div', 'watch-corner');
  element.append(corner);
  return (button) => corner.append(button);
}

function addPictureInPicture(stream: PlayerStream, place: (button: HTMLElement) => void, say: Say) {
  if (!document.pictureInPictureEnabled) return;
  const button = iconButton('picture', say('Picture-in-picture'));
  const isShown = () => document.pictureInPictureElement !== null;
  const name = () => {
    const label = say(isShown() ? 'Exit picture-in-picture' : 'Picture-in-picture');
    button.title = label;
    button.setAttribute('aria-label', label);
    button.hidden = (stream.video()?.readyState ?? 0) < HTMLMediaElement.HAVE_METADATA;
  };
  name();
  for (const event of ['loadedmetadata', 'enterpictureinpicture', 'leavepictureinpicture'])
    stream.element.addEventListener(event, name, true);
  button.addEventListener('click', () => {
    const done = isShown() ? document.exitPictureInPicture() : stream.video()?.requestPictureInPicture();
    // The browser or the embedding page forbids it.
    done?.catch(() => {});
  });
  place(button);
}

/** Safari only; an event reports available devices. */
function addAirPlay(stream: PlayerStream, place: (button: HTMLElement) => void) {
  const video = stream.video();
  const choose: unknown = video ? Reflect.get(video, 'webkitShowPlaybackTargetPicker') : undefined;
  if (!video || typeof choose !== 'function') return;
  const button = iconButton('airplay', 'AirPlay');
  button.hidden = true;
  button.addEventListener('click', () => Reflect.apply(choose, video, []));
  video.addEventListener('webkitplaybacktargetavailabilitychanged', (event) => {
    button.hidden = Reflect.get(event, 'availability') !== 'available';
  });
  place(button);
}
