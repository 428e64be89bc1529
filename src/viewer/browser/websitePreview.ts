import { PREVIEW_READY, type PreviewImage, type PreviewMessage, STYLE_MARK } from '../website/previewMessage.ts';

/**
 * The preview of an unsaved website page (`preview.html`). It has no security policy, as scripts of a template must
 * run, so it only works in a frame with an opaque origin.
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
    // A new document loses its listeners.
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
