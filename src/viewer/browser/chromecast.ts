import { iconButton } from './popover.ts';
import { call, set, textWithin, within } from './stream/readUntypedProperties.ts';

/** Google's own, in browsers that can cast; nothing else of the page comes from elsewhere (contentSecurityPolicy.ts lets it in). */
const SENDER = 'https://www.gstatic.com/cv/js/sender/v1/cast_sender.js?loadCastFramework=1';
const READY = '__onGCastApiAvailable';
/** The receiver that plays any HLS stream. */
const RECEIVER = 'CC1AD845';

const made = (of: unknown, name: string, ...given: unknown[]): unknown => {
  const kind = within(of, name);
  return typeof kind === 'function' ? Reflect.construct(kind, given) : undefined;
};

/**
 * A button that sends the stream to a television, shown while there is one. `source`: its whole address. `onCast`: it
 * plays there from now on.
 */
export function castButton(source: string, title: string, onCast: () => void): HTMLButtonElement {
  const button = iconButton('cast', 'Chromecast');
  button.hidden = true;
  Reflect.set(window, READY, (available: boolean) => {
    const framework = within(within(window, 'cast'), 'framework');
    const context = call(within(framework, 'CastContext'), 'getInstance');
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
        // The viewer closed the list of televisions without a choice.
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
  const media = within(within(within(window, 'chrome'), 'cast'), 'media');
  const information = made(media, 'MediaInfo', source, 'application/x-mpegurl');
  set(information, 'streamType', textWithin(within(media, 'StreamType'), 'LIVE') || 'LIVE');
  const described = made(media, 'GenericMediaMetadata');
  set(described, 'title', title);
  set(information, 'metadata', described);
  return made(media, 'LoadRequest', information);
}
