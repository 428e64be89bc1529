import { PREVIEW_READY, type PreviewImage, type PreviewMessage, STYLE_MARK } from '../website/previewMessage.ts';

/**
 * The frame in which the interface shows a page of the website before it is saved (`preview.html`). It has a policy of
 * its own, that is none: scripts of a template run here as they do at a viewer's. So it shows nothing anywhere but in a
 * frame without an origin, where there is nothing to be got at.
 */
let addresses: readonly (readonly [path: RegExp, address: string])[] = [];

const literal = (path: string) => path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const withImages = (text: string) =>
  addresses.reduce((changed, [path, address]) => changed.replace(path, address), text);

function keepImages(images: readonly PreviewImage[]) {
  addresses = images.map(([path, image]) => [new RegExp(`/?${literal(path)}`, 'g'), URL.createObjectURL(image)]);
}

function show(message: PreviewMessage) {
  if ('page' in message) {
    keepImages(message.images);
    document.open();
    document.write(withImages(message.page));
    document.close();
    // A document that is opened anew forgets who listened.
    listen();
  } else {
    for (const [i, text] of message.styles.entries()) {
      const style = document.querySelector(`style[${STYLE_MARK}="${i}"]`);
      if (style) style.textContent = withImages(text);
    }
  }
}

function listen() {
  addEventListener('message', ({ source, data }: MessageEvent<PreviewMessage>) => {
    if (source === parent) show(data);
  });
}

if (window.origin === 'null' && parent !== window) {
  listen();
  parent.postMessage(PREVIEW_READY, '*');
}
